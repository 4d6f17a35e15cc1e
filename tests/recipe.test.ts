import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { addedFiles, RECIPES, withEdit } from "./recipe/edits";

const ROOT = resolve(import.meta.dirname, "..");

it.each(RECIPES)("each line of the recipe can be added: $adds", ({ edits }) => {
  const texts = new Map<string, string>();
  for (const edit of edits) {
    const text = texts.get(edit.file) ?? readFileSync(join(ROOT, edit.file), "utf8");
    texts.set(edit.file, withEdit(text, edit));
  }
});

it("each text of the recipes is used", () => {
  const texts = readdirSync(join(ROOT, "tests/recipe")).filter((name) => name.endsWith(".txt"));
  const used = RECIPES.flatMap(addedFiles).map(([, text]) => text);
  expect(texts.toSorted()).toEqual(used.toSorted());
});
