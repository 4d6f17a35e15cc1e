import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const PACKAGE = resolve(import.meta.dirname, "../..");
const readme = readFileSync(join(PACKAGE, "README.md"), "utf8");

test("every path that the README names exists", () => {
  const named = [...readme.matchAll(/`((?:src|tests|bench|\.\.)\/[^`]+)`/g)].map(
    ([, path = ""]) => path,
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(PACKAGE, path)))).toEqual([]);
});
