/**
 * `npm run test:recipe`: adds a field of a job, and a change that waits on a device, each to a temporary copy of this
 * repository, by CONTRIBUTING.md's recipes and in no other file, and checks that types and a test of the whole pass.
 */
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withTreeCopy } from "../support/treeCopy";
import { addedFiles, RECIPES, withEdit, type Edit } from "./edits";

type Recipe = (typeof RECIPES)[number];

export function main(): void {
  console.log(
    `Adds ${RECIPES.map(({ adds }) => adds).join(" and ")}, each to a copy, and checks types and a test there: some three minutes.`,
  );
  const failed = RECIPES.filter((recipe) => !holds(recipe));
  for (const { adds } of failed) console.log(`${adds}: incomplete.`);
  if (failed.length === 0) console.log("The recipes hold.");
  process.exitCode = failed.length;
}

function holds(recipe: Recipe): boolean {
  const { adds, edits, test } = recipe;
  const added = addedFiles(recipe);
  let isGood = false;
  withTreeCopy((copy) => {
    for (const edit of edits) apply(copy, edit);
    for (const [file, text] of added) cpSync(join(copy, "tests/recipe", text), join(copy, file));
    const changed = new Set([...edits.map(({ file }) => file), ...added.map(([file]) => file)]);
    const product = [...changed].filter((file) => !file.startsWith("tests/"));
    console.log(`${adds}: ${product.length} files of the product`);
    isGood =
      passes(copy, ["node_modules/typescript-7/bin/tsc", "-b"]) &&
      passes(copy, ["node_modules/vitest/vitest.mjs", "run", `tests/convex/${test}`]);
  });
  return isGood;
}

function apply(copy: string, edit: Edit): void {
  const path = join(copy, edit.file);
  writeFileSync(path, withEdit(readFileSync(path, "utf8"), edit));
}

function passes(copy: string, command: readonly string[]): boolean {
  const { status } = spawnSync(process.execPath, command, {
    cwd: copy,
    stdio: "inherit",
  });
  return status === 0;
}
