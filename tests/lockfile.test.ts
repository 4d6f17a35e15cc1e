/** What `npm ci` installs: whole, from the registry, no install script but better-sqlite3's on Node 20, and nothing deprecated in what ships. */
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

const read = (file: string) =>
  readFileSync(new URL(`../${file}`, import.meta.url), "utf8");

const lockfile = JSON.parse(read("package-lock.json")) as {
  packages: Record<string, Package>;
};
const manifest = JSON.parse(read("package.json")) as {
  allowScripts: Record<string, boolean>;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
/** better-sqlite3 behind an `engines` field that keeps it from every Node but 20. */
const NODE_20 = "node_modules/sqlite-node20";
const node20 = JSON.parse(read("packages/sqlite-node20/package.json")) as {
  version: string;
  engines: Record<string, string>;
  dependencies: Record<string, string>;
};
/** Every package that is installed; not the workspaces of this repository, and the links to them. */
const packages = Object.entries(lockfile.packages).filter(
  ([path, { link, resolved }]) =>
    path.startsWith("node_modules/") &&
    !(link === true && resolved?.startsWith("packages/")),
);
const shipped = packages.filter(
  ([, { dev, devOptional }]) => dev !== true && devOptional !== true,
);
const nameOf = (path: string) => path.split("node_modules/").at(-1) ?? path;
const pathsOf = (found: readonly (readonly [string, Package])[]) =>
  found.map(([path]) => path);

it("is read at all", () => {
  expect(packages.length).toBeGreaterThan(300);
  const names = new Set(shipped.map(([path]) => nameOf(path)));
  const missing = Object.keys(manifest.dependencies).filter(
    (name) => !names.has(name),
  );
  expect(missing).toEqual([]);
});

it("holds every package to its content, by a hash that has not been broken", () => {
  const loose = packages.filter(
    ([, { integrity }]) => !/^sha(512|384)-/.test(integrity ?? ""),
  );
  expect(pathsOf(loose)).toEqual([NODE_20]);
});

it("takes packages from the registry alone, whichever that is", () => {
  const elsewhere = packages.filter(
    ([, { resolved, link, version }]) =>
      link === true ||
      resolved !== undefined ||
      !/^\d+\.\d+\.\d+/.test(version ?? ""),
  );
  expect(pathsOf(elsewhere)).toEqual([NODE_20]);
  const addresses = packages.filter(
    ([, { dependencies = {}, optionalDependencies = {} }]) =>
      Object.values({ ...dependencies, ...optionalDependencies }).some(
        (wanted) => /^(git|https?|ssh|file|github):/.test(wanted),
      ),
  );
  expect(pathsOf(addresses)).toEqual([]);
});

it("asks for exact versions, and for no address", () => {
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies };
  const loose = Object.entries(wanted).filter(
    ([, version]) => !/^(npm:[a-z]+@)?\d+\.\d+\.\d+$/.test(version),
  );
  expect(loose).toEqual([]);
});

it("flags the install script of better-sqlite3 alone, and allows no other", () => {
  // npm 10 runs the scripts of the packages that are flagged; where `npm install` flags one again, take the line out.
  const flagged = packages.filter(
    ([, { hasInstallScript }]) => hasInstallScript,
  );
  expect(pathsOf(flagged)).toEqual(["node_modules/better-sqlite3-node20"]);
  const allowed = Object.entries(manifest.allowScripts)
    .filter(([, isAllowed]) => isAllowed)
    .map(([name]) => name);
  expect(allowed).toEqual(["better-sqlite3"]);
});

it("installs better-sqlite3 on Node 20 alone", () => {
  expect(manifest.optionalDependencies).toEqual({
    "sqlite-node20": "file:packages/sqlite-node20",
  });
  // npm does not see a change of that folder: take its entry out of the lockfile, and run npm install.
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
  // Under its own name it would be a peer of other packages, and npm 11 would keep it for them.
  expect(pathsOf(packages).map(nameOf)).not.toContain("better-sqlite3");
  expect(lockfile.packages["node_modules/better-sqlite3-node20"]).toMatchObject(
    { optional: true, version: "12.11.1" },
  );
});

it("ships nothing that its makers have given up", () => {
  const givenUp = shipped.filter(
    ([, { deprecated }]) => deprecated !== undefined,
  );
  expect(pathsOf(givenUp)).toEqual([]);
});
