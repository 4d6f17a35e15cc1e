import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

/**
 * The arrows of the code, as data: a new edge shows in the diff of this file.
 * The folders are listed from the disk, so a new one is guarded on the day it is made.
 */
const ROOT = resolve(import.meta.dirname, "..");

/** Which of our own folders each folder may import. `convex/_generated` stands apart from `convex`. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: ["domain"],
  convex: ["domain", "convex", "convex/_generated"],
  src: ["domain", "convex/_generated", "src"],
  server: ["server"],
  packages: ["packages"],
  e2e: ["e2e"],
};

const EXCEPTIONS: Record<string, readonly string[]> = {
  // The only file of the server that imports the application it runs.
  "server/modules.ts": ["convex", "server"],
  // Vite's config loader cannot load TypeScript from a linked package on Node 20.
  "server/dev/vitePlugin.ts": ["packages", "server"],
};

/** The public entries of the package, and who may use them. */
const PACKAGE_ENTRIES = [
  "embedded-convex",
  "embedded-convex/vite",
  "../../packages/embedded-convex/src/vite.ts",
];
const PACKAGE_USERS = ["server", "scripts", "bench"];

/** Packages that may be imported by folders which must stay free of the rest. */
const PACKAGES: Record<string, readonly string[]> = {
  domain: ["zod", "date-fns", "@date-fns/utc"],
  convex: ["convex", "convex-helpers", "zod"],
  e2e: ["@playwright/test", "@sparticuz/chromium", "axe-core"],
};

const FEATURE_EDGES = new Set([
  "schedule -> jobs",
  "jobs -> customers",
  "prices -> inventory",
]);

/** Inside src: a layer may import itself and what stands below it. */
const LAYERS = ["routes", "features", "components", "lib"];

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
  if (specifier.startsWith("."))
    return relative(ROOT, resolve(ROOT, dirname(file), specifier));
  if (specifier.startsWith("@/")) return `src/${specifier.slice(2)}`;
  const alias = /^@(domain|convex)\/(.+)$/.exec(specifier);
  return alias ? `${alias[1]}/${alias[2]}` : null;
}

function importsOf(file: string): Import[] {
  const source = readFileSync(join(ROOT, file), "utf8");
  const patterns = [
    /^\s*(?:import|export)\s[^"';]*?from\s+["']([^"']+)["']/gm,
    /^\s*import\s+["']([^"']+)["']/gm,
    /\bimport\(\s*["']([^"']+)["']\s*\)/g,
    /import\.meta\.glob[^(]*\(\s*\[?\s*["']([^"']+)["']/g,
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
  if (path.startsWith("convex/_generated")) return "convex/_generated";
  return path.split("/")[0] ?? path;
}

function packageOf(specifier: string): string {
  const parts = specifier.split("/");
  return specifier.startsWith("@")
    ? parts.slice(0, 2).join("/")
    : (parts[0] ?? specifier);
}

const guarded = Object.keys(MAY_IMPORT);
const imports = guarded.flatMap((folder) =>
  filesUnder(folder)
    .filter((file) => !file.startsWith("convex/_generated"))
    .filter((file) => !/^packages\/[^/]+\/(tests|bench)\//.test(file))
    .flatMap(importsOf),
);

/** Our code that is in none of the guarded folders. */
const outside = [
  ...["scripts", "bench"].flatMap(filesUnder),
  ...readdirSync(ROOT).filter((name) => name.endsWith(".config.ts")),
];

describe("the import arrows", () => {
  it("sees the code at all", () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  it("go one way between the top folders", () => {
    const wrong = imports
      .filter(({ target }) => target !== null && !target.startsWith(".."))
      .filter(({ file, target }) => {
        const allowed = EXCEPTIONS[file] ?? MAY_IMPORT[folderOf(file)] ?? [];
        return !allowed.includes(folderOf(target ?? ""));
      })
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(wrong).toEqual([]);
  });

  it("let the pure folders use their few packages only", () => {
    const wrong = imports
      .filter(({ target }) => target === null)
      .filter(({ specifier }) => !specifier.startsWith("node:"))
      .filter(({ file, specifier }) => {
        const allowed = PACKAGES[folderOf(file)];
        return allowed && !allowed.includes(packageOf(specifier));
      })
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(wrong).toEqual([]);
  });

  it("keep Node out of what runs in a browser or on Convex", () => {
    const wrong = imports
      .filter(({ specifier }) => specifier.startsWith("node:"))
      .filter(({ file }) => /^(domain|convex|src)\//.test(file))
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(wrong).toEqual([]);
  });

  it("go down the layers of src, and between features only where declared", () => {
    const wrong = imports.flatMap(({ file, target }) => {
      if (!target?.startsWith("src/")) return [];
      const [, fromLayer = "", fromFeature = ""] = file.split("/");
      const [, toLayer = "", toFeature = ""] = target.split("/");
      const from = LAYERS.indexOf(fromLayer);
      const to = LAYERS.indexOf(toLayer);
      if (from === -1 || to === -1) return [];
      if (to < from) return [`${file} imports up: ${target}`];
      const crosses =
        fromLayer === "features" &&
        toLayer === "features" &&
        fromFeature !== toFeature;
      return crosses && !FEATURE_EDGES.has(`${fromFeature} -> ${toFeature}`)
        ? [`${file} crosses features: ${target}`]
        : [];
    });
    expect(wrong).toEqual([]);
  });
});

describe("packages/embedded-convex", () => {
  const tree = (folder: string) =>
    filesUnder(`packages/embedded-convex/${folder}`).flatMap(importsOf);
  const described = ({ file, specifier }: Import) =>
    `${file} imports ${specifier}`;

  it("is imported through its entries only, and only by the server and its scripts", () => {
    const wrong = [...imports, ...outside.flatMap(importsOf)]
      .filter(({ file }) => !file.startsWith("packages/"))
      .filter(
        ({ specifier, target }) =>
          packageOf(specifier) === "embedded-convex" ||
          target?.startsWith("packages/"),
      )
      .filter(
        ({ file, specifier }) =>
          !PACKAGE_USERS.includes(folderOf(file)) ||
          !PACKAGE_ENTRIES.includes(specifier),
      )
      .map(described);
    expect(wrong).toEqual([]);
  });

  it("imports nothing but itself and its dependencies", () => {
    const sources = tree("src");
    expect(sources.length).toBeGreaterThan(100);
    const wrong = [...sources, ...tree("tests"), ...tree("bench")]
      .filter(({ target }) => target !== null)
      .filter(({ target }) => !target?.startsWith("packages/embedded-convex/"))
      .concat(
        sources.filter(({ target }) =>
          target?.startsWith("packages/embedded-convex/tests/"),
        ),
      )
      .map(described);
    expect(wrong).toEqual([]);
  });

  it("is tested as a user sees it by an application that imports its entry only", () => {
    const chat = tree("tests/chat");
    const specifiers = chat.map(({ specifier }) => specifier);
    expect(specifiers).toContain("embedded-convex");
    const wrong = chat
      .filter(({ target }) =>
        target?.startsWith("packages/embedded-convex/src/"),
      )
      .map(described);
    expect(wrong).toEqual([]);
  });
});

describe("the code's furniture", () => {
  it("keeps business words out of the server", () => {
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

  it("has no barrel files and no drawers", () => {
    const drawers = guarded
      .flatMap(filesUnder)
      .filter((file) =>
        /(^|\/)(index\.tsx?|utils?|helpers?|misc|common|types)(\/|\.tsx?$)/.test(
          file,
        ),
      )
      // The home page's route is named by the router.
      .filter((file) => file !== "src/routes/index.tsx");
    expect(drawers).toEqual([]);
  });

  it("gives every test the source that it tests", () => {
    const orphans = ["domain", "convex", "src", "server"]
      .flatMap((folder) => filesUnder(`tests/${folder}`))
      .concat(filesUnder("packages/embedded-convex/tests"))
      .filter((file) => !/\/tests\/(parity|chat)\//.test(file))
      .filter((file) => /\.test\.tsx?$/.test(file))
      .filter((file) => {
        const source = file
          .replace(/^tests\//, "")
          .replace("embedded-convex/tests/", "embedded-convex/src/")
          .replace(/(\.[a-zA-Z]+)?\.test\.tsx?$/, "");
        return ![`${source}.ts`, `${source}.tsx`, source].some((path) =>
          existsSync(join(ROOT, path)),
        );
      });
    expect(orphans).toEqual([]);
  });

  it("leaves nothing for later", () => {
    const marks = guarded
      .flatMap(filesUnder)
      .filter((file) =>
        /\b(TODO|FIXME|HACK)\b/.test(readFileSync(join(ROOT, file), "utf8")),
      );
    expect(marks).toEqual([]);
  });
});
