/**
 * What `npm ci` installs: pinned by hash, from any registry, with no install script except better-sqlite3's on Node 20.
 */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

interface Package {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly deprecated?: string;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");

const lockfile = JSON.parse(read("package-lock.json")) as {
  packages: Record<string, Package>;
};
const manifest = JSON.parse(read("package.json")) as {
  allowScripts: Record<string, boolean>;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
/** Brings better-sqlite3; its `engines` field restricts it to Node 20. */
const NODE_20 = "node_modules/sqlite-node20";
const node20 = JSON.parse(read("packages/sqlite-node20/package.json")) as {
  version: string;
  engines: Record<string, string>;
  dependencies: Record<string, string>;
};
/** Every installed package, without this repository's workspaces and the links to them. */
const packages = Object.entries(lockfile.packages).filter(
  ([path, { link, resolved }]) =>
    path.startsWith("node_modules/") && !(link === true && resolved?.startsWith("packages/")),
);
const shipped = packages.filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true);
const nameOf = (path: string) => path.split("node_modules/").at(-1) ?? path;
const pathsOf = (found: readonly (readonly [string, Package])[]) => found.map(([path]) => path);

it("lists packages", () => {
  expect(packages.length).toBeGreaterThan(300);
  const names = new Set(shipped.map(([path]) => nameOf(path)));
  const missing = Object.keys(manifest.dependencies).filter((name) => !names.has(name));
  expect(missing).toEqual([]);
});

it("pins every package by a SHA-512 hash", () => {
  const loose = packages.filter(([, { integrity }]) => !/^sha(512|384)-/.test(integrity ?? ""));
  expect(pathsOf(loose)).toEqual([NODE_20]);
});

it("contains no registry address", () => {
  const elsewhere = packages.filter(
    ([, { resolved, link, version }]) =>
      link === true || resolved !== undefined || !/^\d+\.\d+\.\d+/.test(version ?? ""),
  );
  expect(pathsOf(elsewhere)).toEqual([NODE_20]);
  const addresses = packages.filter(([, { dependencies = {}, optionalDependencies = {} }]) =>
    Object.values({ ...dependencies, ...optionalDependencies }).some((wanted) =>
      /^(git|https?|ssh|file|github):/.test(wanted),
    ),
  );
  expect(pathsOf(addresses)).toEqual([]);
});

it.each([
  ["mutation", 50],
  ["suites", 1],
  ["clerk", 1],
  ["browser", 10],
  ["firefox", 50],
])("contains no registry address of tools/%s either, nor its own vitest or convex", (tool, few) => {
  const { packages: own } = JSON.parse(read(`tools/${tool}/package-lock.json`)) as typeof lockfile;
  const { devDependencies } = JSON.parse(read(`tools/${tool}/package.json`)) as typeof manifest;
  const installed = Object.entries(own).filter(([path]) => path !== "");
  expect(installed.length).toBeGreaterThan(few);
  const loose = installed.filter(
    ([, { resolved, integrity }]) => resolved !== undefined || !/^sha512-/.test(integrity ?? ""),
  );
  expect(pathsOf(loose)).toEqual([]);
  expect(own["node_modules/vitest"]).toBeUndefined();
  expect(own["node_modules/convex"]).toBeUndefined();
  for (const version of Object.values(devDependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

it("asks for exact versions", () => {
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies };
  const loose = Object.entries(wanted).filter(
    ([, version]) => !/^(npm:[a-z]+@)?\d+\.\d+\.\d+$/.test(version),
  );
  expect(loose).toEqual([]);
});

it("allows the install script of better-sqlite3 only", () => {
  // npm 10 runs the scripts of packages with `hasInstallScript`. If `npm install` adds the flag again, delete the line.
  const flagged = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(pathsOf(flagged)).toEqual(["node_modules/better-sqlite3-node20"]);
  const allowed = Object.entries(manifest.allowScripts)
    .filter(([, isAllowed]) => isAllowed)
    .map(([name]) => name);
  expect(allowed).toEqual(["better-sqlite3"]);
});

it("installs better-sqlite3 on Node 20 only", () => {
  expect(manifest.optionalDependencies).toEqual({
    "sqlite-node20": "file:packages/sqlite-node20",
  });
  // npm does not detect changes in that folder: delete its entry from the lockfile and run npm install.
  const { version, engines, dependencies } = node20;
  expect(lockfile.packages[NODE_20]).toEqual({
    version,
    engines,
    dependencies,
    resolved: "file:packages/sqlite-node20",
    optional: true,
  });
  expect(engines).toEqual({ node: "20.x" });
  expect(dependencies).toEqual({
    "better-sqlite3-node20": "npm:better-sqlite3@12.11.1",
  });
  // An alias, because npm 11 would install it everywhere as an optional peer of other packages.
  expect(pathsOf(packages).map(nameOf)).not.toContain("better-sqlite3");
  expect(lockfile.packages["node_modules/better-sqlite3-node20"]).toMatchObject({
    optional: true,
    version: "12.11.1",
  });
});

it("ships no deprecated package", () => {
  const givenUp = shipped.filter(([, { deprecated }]) => deprecated !== undefined);
  expect(pathsOf(givenUp)).toEqual([]);
});
