import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { CHUNK_GROUPS, PARTS } from "../../scripts/chunkGroups";

const ROOT = resolve(import.meta.dirname, "../..");
const named = Object.entries(PARTS).flatMap(([part, paths]) =>
  paths.map((path) => ({ part, path })),
);

it.each(named)("$path, named in the part $part, exists", ({ path }) => {
  expect(existsSync(resolve(ROOT, path))).toBe(true);
});

it("no module is named in two parts", () => {
  const paths = named.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

it("a part has its own modules, and no other whose name ends like one of them", () => {
  const testOf = (part: string) =>
    CHUNK_GROUPS.flatMap((group) =>
      group.name === part && "test" in group ? [group.test] : [],
    )[0]!;
  for (const { part, path } of named) {
    const file = path.endsWith("/") ? `${path}any.ts` : path;
    expect(testOf(part).test(`/home/office/${file}`), file).toBe(true);
    expect(testOf(part).test(`/home/office/x${file}`), file).toBe(false);
    expect(testOf(part).test(`/home/office/${file}x`), file).toBe(path.endsWith("/"));
  }
});
