import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { addedFiles, RECIPES } from "./recipe/edits";

/**
 * What the compiler cannot check. Which folder sees which other one is in their tsconfig.json files: a wrong import is
 * a compile error (ARCHITECTURE.md, "Which part may know which"). Folders are listed from the disk, so a new one is
 * checked too.
 */
const ROOT = resolve(import.meta.dirname, "..");

const PRODUCT = ["domain", "convex", "src", "server", "hosted", "packages", "e2e"];

/** The folders with our code that are no part of the product. */
const TOOLING = ["scripts", "bench", "tools/bench"];

/** The types of every function: Convex generates it, and the functions use it to schedule each other. */
const GENERATED_API = "convex/_generated/api";

/** The public entries of each package of ours, and the folders that may use them. */
const OUR_PACKAGES = [
  {
    name: "embedded-convex",
    entries: [
      "embedded-convex",
      "embedded-convex/vite",
      "../../packages/embedded-convex/src/vite.ts",
    ],
    users: ["server", "hosted", "scripts", "bench", "tools"],
  },
  {
    name: "convex-outbox",
    entries: ["convex-outbox", "convex-outbox/attachments", "convex-outbox/react"],
    users: ["src"],
  },
];

/** The only npm packages that these folders may import. */
const PACKAGES: Record<string, readonly string[]> = {
  domain: ["zod", "date-fns", "@date-fns/tz", "@date-fns/utc", "double-metaphone"],
  convex: ["convex", "convex-helpers"],
  e2e: ["@playwright/test", "axe-core"],
};

const FEATURE_EDGES = new Set([
  "shell -> account",
  "shell -> outbox",
  "shell -> palette",
  "account -> history",
  "home -> account",
  "home -> settings",
  "inventory -> account",
  "inventory -> history",
  "jobs -> account",
  "jobs -> history",
  "palette -> history",
  "palette -> imports",
  "prices -> account",
  "prices -> history",
  "schedule -> account",
  "settings -> account",
  "schedule -> jobs",
  "palette -> inventory",
  "palette -> messages",
]);

/** Inside src: a layer may import itself and what stands below it. */
const LAYERS = ["dev", "routes", "features", "job", "offline", "session", "components", "lib"];

interface Import {
  readonly file: string;
  readonly specifier: string;
  /** Path from the root, without extension, or null for a package. */
  readonly target: string | null;
}

function filesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), {
    recursive: true,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => !file.endsWith("routeTree.gen.ts"));
}

function resolveTarget(file: string, specifier: string): string | null {
  if (specifier.startsWith(".")) return relative(ROOT, resolve(ROOT, dirname(file), specifier));
  if (specifier.startsWith("@/")) return `src/${specifier.slice(2)}`;
  const alias = /^@(domain|convex)\/(.+)$/.exec(specifier);
  return alias ? `${alias[1]}/${alias[2]}` : null;
}

function importsOf(file: string): Import[] {
  return importsIn(readFileSync(join(ROOT, file), "utf8"), file);
}

/** The imports in the source of a file that need not be there. */
function importsIn(source: string, file: string): Import[] {
  const patterns = [
    /^\s*(?:import|export)\s[^"';]*?from\s+["']([^"']+)["']/gm,
    /^\s*import\s+["']([^"']+)["']/gm,
    /\bimport\(\s*["']([^"']+)["']\s*\)/g,
  ];
  return patterns.flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, specifier = ""]) => ({
      file,
      specifier,
      target: resolveTarget(file, specifier),
    })),
  );
}

function folderOf(path: string): string {
  return path.split("/")[0] ?? path;
}

function packageOf(specifier: string): string {
  const parts = specifier.split("/");
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : (parts[0] ?? specifier);
}

type Graph = ReadonlyMap<string, readonly string[]>;

/** What each of the files imports from the others, values and types alike. */
function fileGraph(files: readonly string[]): Graph {
  const byPath = new Map(files.map((file) => [file.replace(/(\.d)?\.tsx?$/, ""), file]));
  const targets = (file: string) =>
    importsOf(file)
      .map(({ target }) => target?.replace(/\.(js|tsx?)$/, "") ?? "")
      .filter((target) => !target.endsWith(GENERATED_API))
      .flatMap((target) => byPath.get(target) ?? []);
  return new Map(files.map((file) => [file, targets(file)]));
}

/** The graph of the folders in `root`. A file that is in `root` itself stands for itself. */
function folderGraph(files: Graph, root: string): Graph {
  const nodeOf = (file: string) => file.slice(root.length).split("/")[0] ?? "";
  const folders = new Map<string, string[]>();
  for (const [file, targets] of files) {
    const from = nodeOf(file);
    const others = targets.map(nodeOf).filter((to) => to !== from);
    folders.set(from, [...(folders.get(from) ?? []), ...others]);
  }
  return folders;
}

/** A path that ends where it begins, or an empty one. */
function findCircle(graph: Graph): string[] {
  const finished = new Set<string>();
  const visit = (node: string, path: readonly string[]): string[] => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (finished.has(node)) return [];
    for (const next of graph.get(node) ?? []) {
      const circle = visit(next, [...path, node]);
      if (circle.length > 0) return circle;
    }
    finished.add(node);
    return [];
  };
  for (const node of graph.keys()) {
    const circle = visit(node, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

const product = PRODUCT.flatMap(filesUnder).filter(
  (file) =>
    !file.startsWith("convex/_generated") && !/^packages\/[^/]+\/(tests|bench)\//.test(file),
);
const imports = product.flatMap(importsOf);

const outside = [
  ...TOOLING.flatMap(filesUnder),
  ...readdirSync(ROOT).filter((name) => name.endsWith(".config.ts")),
];

const described = ({ file, specifier }: Import) => `${file} imports ${specifier}`;

describe("imports", () => {
  const added = RECIPES.flatMap(addedFiles);

  it.each(added)("%s, which a recipe adds, imports what is there", (file, text) => {
    const source = readFileSync(join(ROOT, "tests/recipe", text), "utf8");
    const targets = importsIn(source, file).flatMap(({ target }) => target ?? []);
    const isThere = (target: string) =>
      ["ts", "tsx", "js"]
        .map((end) => `${target}.${end}`)
        .some((path) => existsSync(join(ROOT, path)) || added.some(([name]) => name === path));
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.filter((target) => !isThere(target))).toEqual([]);
  });

  it("the imports of the product are found", () => {
    expect(imports.length).toBeGreaterThan(1000);
  });

  it("imports in domain, convex and e2e name few npm packages", () => {
    const wrong = imports
      .filter(({ target }) => target === null)
      .filter(({ specifier }) => !specifier.startsWith("node:"))
      .filter(({ file, specifier }) => {
        const allowed = PACKAGES[folderOf(file)];
        return allowed && !allowed.includes(packageOf(specifier));
      })
      .map(described);
    expect(wrong).toEqual([]);
  });

  it("imports from src into convex name generated types only", () => {
    const wrong = imports
      .filter(({ file }) => file.startsWith("src/"))
      .filter(({ target }) => target?.startsWith("convex/"))
      .filter(({ target }) => !target?.startsWith("convex/_generated/"))
      .map(described);
    expect(wrong).toEqual([]);
  });

  it("imports from bench into tools/bench do not exist", () => {
    const wrong = filesUnder("bench")
      .flatMap(importsOf)
      .filter(({ target }) => target?.startsWith("tools/"))
      .map(described);
    expect(wrong).toEqual([]);
  });

  it("imports by import.meta.glob are in server/modules.ts only", () => {
    const files = product.filter((file) =>
      readFileSync(join(ROOT, file), "utf8").includes("import.meta.glob"),
    );
    expect(files).toEqual(["server/modules.ts"]);
  });

  it("imports go down the layers of src, and between features only where declared", () => {
    const wrong = imports.flatMap(({ file, target }) => {
      if (!target?.startsWith("src/")) return [];
      const [, fromLayer = "", fromFeature = ""] = file.split("/");
      const [, toLayer = "", toFeature = ""] = target.split("/");
      const from = LAYERS.indexOf(fromLayer);
      const to = LAYERS.indexOf(toLayer);
      if (from === -1 || to === -1) return [];
      if (to < from) return [`${file} imports up: ${target}`];
      const crosses =
        fromLayer === "features" && toLayer === "features" && fromFeature !== toFeature;
      return crosses && !FEATURE_EDGES.has(`${fromFeature} -> ${toFeature}`)
        ? [`${file} crosses features: ${target}`]
        : [];
    });
    expect(wrong).toEqual([]);
  });

  it("imports in the folders of a feature name no file that stands above them", () => {
    const wrong = imports
      .filter(({ file, target }) => {
        const root = file.split("/").slice(0, 3).join("/");
        return (
          root.startsWith("src/features/") &&
          dirname(file) !== root &&
          target !== null &&
          dirname(target) === root
        );
      })
      .map(described);
    expect(wrong).toEqual([]);
  });

  it("imports form no circles between files, or between the folders of a part", () => {
    const files = [...PRODUCT, ...TOOLING, "tests"].flatMap(filesUnder);
    expect(findCircle(fileGraph(files))).toEqual([]);
    for (const root of [
      "convex/model/",
      "domain/",
      "src/",
      "src/features/",
      ...readdirSync(join(ROOT, "src/features")).map((feature) => `src/features/${feature}/`),
      "src/lib/",
      "src/offline/",
      "server/",
      "packages/embedded-convex/src/",
      "packages/convex-outbox/src/",
    ]) {
      const inside = files.filter((file) => file.startsWith(root));
      expect(findCircle(folderGraph(fileGraph(inside), root))).toEqual([]);
    }
  });
});

describe.each(OUR_PACKAGES)("packages/$name", ({ name, entries, users }) => {
  const folder = `packages/${name}`;

  it("a package is imported through its entries only, and only by its users", () => {
    const wrong = [...imports, ...outside.flatMap(importsOf)]
      .filter(({ file }) => !file.startsWith("packages/"))
      .filter(
        ({ specifier, target }) =>
          packageOf(specifier) === name || target?.startsWith(`${folder}/`),
      )
      .filter(
        ({ file, specifier }) => !users.includes(folderOf(file)) || !entries.includes(specifier),
      )
      .map(described);
    expect(wrong).toEqual([]);
  });

  it("a package's sources import nothing from the application, and no tests", () => {
    const sources = filesUnder(`${folder}/src`).flatMap(importsOf);
    expect(sources.length).toBeGreaterThan(20);
    const wrong = sources
      .filter(
        ({ specifier, target }) =>
          (target !== null && !target.startsWith(`${folder}/src/`)) ||
          OUR_PACKAGES.some((each) => each.name === packageOf(specifier)),
      )
      .map(described);
    expect(wrong).toEqual([]);
  });
});

describe("packages/embedded-convex", () => {
  it("packages/embedded-convex is tested as a user sees it by an application that imports its entry only", () => {
    const chat = filesUnder("packages/embedded-convex/tests/chat").flatMap(importsOf);
    const specifiers = chat.map(({ specifier }) => specifier);
    expect(specifiers).toContain("embedded-convex");
    const wrong = chat
      .filter(({ target }) => target?.startsWith("packages/embedded-convex/src/"))
      .map(described);
    expect(wrong).toEqual([]);
  });
});

describe("files", () => {
  it("files of the server contain no words of the trade", () => {
    const businessWord =
      /\b(jobs?|customers?|gutters?|estimates?|installs?|inventory|soffit|fascia)\b/i;
    const offenders = filesUnder("server").flatMap((file) =>
      readFileSync(join(ROOT, file), "utf8")
        .split("\n")
        .filter((line) => businessWord.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(offenders).toEqual([]);
  });

  it("no file is a barrel (index.ts) or a catch-all (utils.ts, helpers/)", () => {
    const ENTRIES = [
      "packages/convex-outbox/src/index.ts",
      "packages/embedded-convex/src/index.ts",
      // The router's name for the route of the home page.
      "src/routes/index.tsx",
    ];
    const wrong = PRODUCT.flatMap(filesUnder)
      .filter((file) => /(^|\/)(index|utils?|helpers?|misc|common|types)(\/|\.tsx?$)/.test(file))
      .filter((file) => !ENTRIES.includes(file));
    expect(wrong).toEqual([]);
  });

  it("every test file has the path of a source file", () => {
    const orphans = ["domain", "convex", "src", "server", "hosted"]
      .flatMap((folder) => filesUnder(`tests/${folder}`))
      .concat(OUR_PACKAGES.flatMap(({ name }) => filesUnder(`packages/${name}/tests`)))
      .filter((file) => !/\/tests\/(parity|chat|crash|fuzz|notes)\//.test(file))
      .filter((file) => /\.test\.tsx?$/.test(file))
      .filter((file) => {
        const source = file
          .replace(/^tests\//, "")
          .replace(/^(packages\/[^/]+)\/tests\//, "$1/src/")
          .replace(/(\.[a-zA-Z]+)*\.test\.tsx?$/, "");
        return ![`${source}.ts`, `${source}.tsx`, source].some((path) =>
          existsSync(join(ROOT, path)),
        );
      });
    expect(orphans).toEqual([]);
  });

  it("files have comments of at most 120 columns", () => {
    const written = [...product, ...[...TOOLING, "tests"].flatMap(filesUnder)];
    const wide = written.filter((file) =>
      readFileSync(join(ROOT, file), "utf8")
        .split("\n")
        .some((line) => line.length > 120 && /^\s*(\/?\*|\/\/)/.test(line)),
    );
    expect(wide).toEqual([]);
  });

  it("files contain no TODO marks", () => {
    const marks = PRODUCT.flatMap(filesUnder).filter((file) =>
      /\b(TODO|FIXME|HACK)\b/.test(readFileSync(join(ROOT, file), "utf8")),
    );
    expect(marks).toEqual([]);
  });
});
