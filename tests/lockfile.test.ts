/** What `npm ci` brings: whole, from the registry, without scripts but those that were allowed, and of what ships nothing given up. */
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
  readonly hasInstallScript?: boolean;
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
  devDependencies: Record<string, string>;
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
  expect(pathsOf(loose)).toEqual([]);
});

it("takes packages from the registry alone, whichever that is", () => {
  const elsewhere = packages.filter(
    ([, { resolved, link, version }]) =>
      link === true ||
      resolved !== undefined ||
      !/^\d+\.\d+\.\d+/.test(version ?? ""),
  );
  expect(pathsOf(elsewhere)).toEqual([]);
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
    ([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
  );
  expect(loose).toEqual([]);
});

it("runs no script at installing but that of SQLite's driver, and of each that has one it is said", () => {
  const withScript = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => nameOf(path));
  const unsaid = withScript.filter((name) => !(name in manifest.allowScripts));
  expect(unsaid).toEqual([]);
  const allowed = Object.entries(manifest.allowScripts)
    .filter(([, isAllowed]) => isAllowed)
    .map(([name]) => name);
  expect(allowed).toEqual(["better-sqlite3"]);
});

it("ships nothing that its makers have given up", () => {
  const givenUp = shipped.filter(
    ([, { deprecated }]) => deprecated !== undefined,
  );
  expect(pathsOf(givenUp)).toEqual([]);
});
