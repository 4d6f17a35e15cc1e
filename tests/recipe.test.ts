import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { RECIPES, withEdit } from "./recipe/edits";

const ROOT = resolve(import.meta.dirname, "..");
const TEXTS = join(ROOT, "tests/recipe");

it.each(RECIPES)("each line of the recipe can be added: $adds", ({ edits }) => {
  const texts = new Map<string, string>();
  for (const edit of edits) {
    const text = texts.get(edit.file) ?? readFileSync(join(ROOT, edit.file), "utf8");
    texts.set(edit.file, withEdit(text, edit));
  }
});

const files = RECIPES.flatMap(({ files: texts, test }) => [
  ...Object.entries(texts).map(([file, text]) => ({ file, text })),
  { file: `tests/convex/${test}`, text: `${test}.txt` },
]);

const added = files.map(({ file }) => join(ROOT, file));

it.each(files)("what $file of the recipes imports is there", ({ file, text }) => {
  const imports = [...readFileSync(join(TEXTS, text), "utf8").matchAll(/ from "([^"]+)"/g)];
  const paths = imports.flatMap(([, name = ""]) => pathOf(name, file));
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

it("each text of the recipes is used", () => {
  const texts = readdirSync(TEXTS).filter((name) => name.endsWith(".txt"));
  expect(texts.toSorted()).toEqual(files.map(({ text }) => text).toSorted());
});

function isThere(path: string): boolean {
  const names = ["ts", "tsx", "js"].map((end) => `${path}.${end}`);
  return names.some((name) => existsSync(name) || added.includes(name));
}

/** The path without its ending; none for a package. */
function pathOf(name: string, importer: string): string[] {
  if (name.startsWith(".")) return [resolve(ROOT, importer, "..", name)];
  const [, folder, rest = ""] = /^@(|domain|convex)\/(.+)$/.exec(name) ?? [];
  return folder === undefined ? [] : [join(ROOT, folder || "src", rest)];
}
