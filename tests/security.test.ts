import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const page = readFileSync(join(ROOT, "SECURITY.md"), "utf8");

/** A name without a folder is in the folder of the name before it. */
function namedTests(): string[] {
  let folder = "";
  return [...page.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, name = ""]) => {
    if (name.includes("/")) folder = dirname(name);
    return name.includes("/") ? name : join(folder, name);
  });
}

it("names a test for every promise, and only tests that exist", () => {
  const [, promises = ""] = page.split("## What is promised");
  const listed = promises.split(/^- /m).slice(1);
  expect(listed.length).toBeGreaterThan(15);
  expect(listed.filter((promise) => !/\.test\.ts`|check:audit/.test(promise))).toEqual([]);
  expect(namedTests().length).toBeGreaterThan(20);
  expect(namedTests().filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
});

it("says how to report, without an address that nobody reads", () => {
  expect(page).toContain("private security advisory");
  expect(page).not.toMatch(/[\w.]+@[\w.]+\.\w+/);
});
