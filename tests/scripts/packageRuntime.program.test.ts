/** packages/embedded-convex as others have it: installed, run and type-checked in a folder outside the repository. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writePackage } from "../../scripts/packageRuntime";

const ROOT = resolve(import.meta.dirname, "../..");
const readme = readFileSync(join(ROOT, "packages/embedded-convex/README.md"), "utf8");
const example = /```js\n([^]*?)```/.exec(readme)?.[1] ?? "";
const program = join(ROOT, "node_modules/typescript-7/bin/tsc");

const folder = realpathSync(mkdtempSync(join(tmpdir(), "embedded-convex-")));

interface Lockfile {
  readonly packages: Record<string, { resolved?: string; version?: string }>;
}

/** The versions of the repository's lockfile: `npm ci` has left them in npm's cache. */
function pinned(archive: string): { manifest: object; lockfile: object } {
  const lockfile = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as Lockfile;
  const others = Object.entries(lockfile.packages).filter(
    ([path, { resolved }]) =>
      path.startsWith("node_modules/") && resolved?.includes("packages/") !== true,
  );
  const versionOf = (name: string) => lockfile.packages[`node_modules/${name}`]?.version;
  const manifest = {
    private: true,
    type: "module",
    dependencies: {
      "embedded-convex": `file:${archive}`,
      ...Object.fromEntries(
        ["convex", "@types/node", "vite"].map((name) => [name, versionOf(name)]),
      ),
    },
  };
  const packages = { "": manifest, ...Object.fromEntries(others) };
  return { manifest, lockfile: { ...lockfile, packages } };
}

beforeAll(async () => {
  const { manifest, lockfile } = pinned(await writePackage(join(folder, "archive")));
  const write = (name: string, content: object) =>
    writeFileSync(join(folder, name), JSON.stringify(content));
  write("package.json", manifest);
  write("package-lock.json", lockfile);
  execFileSync("npm", ["install", "--prefer-offline", "--ignore-scripts", "--no-audit"], {
    cwd: folder,
    stdio: "pipe",
  });
  if (!process.versions.node.startsWith("20.")) return;
  // The driver that the README has people install there, without compiling it again.
  const packages = ["bindings", "file-uri-to-path"];
  for (const name of [...packages, "better-sqlite3-node20"]) {
    const target = name.replace(/-node20$/, "");
    cpSync(join(ROOT, "node_modules", name), join(folder, "node_modules", target), {
      recursive: true,
    });
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the README's example has ten lines, and runs as printed where the package is installed", async () => {
  expect(example.trimEnd().split("\n")).toHaveLength(10);
  const file = join(folder, "server.mjs");
  writeFileSync(file, example);
  const server = spawn(process.execPath, [file], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(server, "close");
  let output = "";
  for await (const chunk of server.stdout) {
    output += String(chunk);
    if (output.includes("]\n")) break;
  }
  server.kill();
  await ended;
  expect(output).toMatch(/^http:\/\/127\.0\.0\.1:\d+ \[\s+\{[^]*body: 'Hello'[^]*\}\s+\]\n$/);
});

test.each(["nodenext", "bundler"])(
  "its types pass under moduleResolution %s, with those of its dependencies",
  (moduleResolution) => {
    writeFileSync(
      join(folder, "host.ts"),
      `import { moduleMap, serve, type Served } from "embedded-convex";
       import { embeddedConvex } from "embedded-convex/vite";
       const modules = moduleMap({ modules: {}, sources: {}, root: "convex/" });
       export const served: Promise<Served> = serve({ dataDir: ".data", modules });
       export const url: string = (await served).url;
       // @ts-expect-error -- A port is a number: the types are there, and not any.
       void serve({ dataDir: ".data", modules, port: "3210" });
       export const plugin = embeddedConvex;`,
    );
    const module = moduleResolution === "nodenext" ? "nodenext" : "esnext";
    const options = `--strict --noEmit --target es2023 --types node --module ${module} --moduleResolution ${moduleResolution} host.ts`;
    const checked = spawnSync(process.execPath, [program, ...options.split(" ")], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(checked.stdout).toBe("");
    expect(checked.status).toBe(0);
  },
);
