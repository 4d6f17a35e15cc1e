/**
 * Checks the facts of the developer guides: the files and scripts that they name exist. Their prose may change freely.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

const decisions = readdirSync(join(ROOT, "docs/decisions")).sort();
const guides = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "docs/reference.md",
  ...decisions.map((name) => `docs/decisions/${name}`),
];

/** Every file of the product, for guides that name a file without its folder. */
const fileNames = new Set(
  ["domain", "convex", "src", "server", "hosted", "packages", "scripts", "tests", "e2e"]
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }))
    .map((path) => path.split("/").at(-1)),
);

function missingPaths(guide: string): string[] {
  const named = [...read(guide).matchAll(/`([\w./-]+\.(?:tsx?|md|json))`/g)];
  return named
    .map(([, path = ""]) => path)
    .filter((path) =>
      path.includes("/")
        ? ![path, join("packages/embedded-convex/src", path)].some((one) =>
            existsSync(join(ROOT, one)),
          )
        : !fileNames.has(path) && !existsSync(join(ROOT, path)),
    );
}

function missingLinks(guide: string): string[] {
  const links = [...read(guide).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)];
  return links
    .map(([, path = ""]) => path)
    .filter((path) => !existsSync(join(ROOT, dirname(guide), path)));
}

describe.each(guides)("%s", (guide) => {
  it("names only files that exist", () => {
    expect(missingPaths(guide)).toEqual([]);
  });

  it("links only to files that exist", () => {
    expect(missingLinks(guide)).toEqual([]);
  });
});

it("gives examples of single tests that run nothing else", () => {
  const examples = [...read("CONTRIBUTING.md").matchAll(/^npx vitest run (\S+)/gm)].map(
    ([, filter = ""]) => filter,
  );
  expect(examples.length).toBeGreaterThan(1);
  const tests = readdirSync(join(ROOT, "tests"), {
    recursive: true,
    encoding: "utf8",
  }).map((path) => `tests/${path.replaceAll("\\", "/")}`);
  for (const filter of examples) {
    // Vitest runs every file whose path contains the filter: tests/convex would run tests/convexLimits.deep.test.ts
    // too.
    const run = tests.filter((path) => path.includes(filter));
    expect(run).not.toEqual([]);
    expect(
      run.filter((path) => path !== filter && !path.startsWith(`${dirname(`${filter}x`)}/`)),
    ).toEqual([]);
    expect(filter).toMatch(/[.]test[.]tsx?$|[/]$/);
  }
});

it("lists every decision in the index", () => {
  const index = read("docs/decisions/README.md");
  const pages = decisions.filter((name) => name !== "README.md");
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.filter((name) => !index.includes(`(${name})`))).toEqual([]);
});
