/**
 * `npm run test:recipe`: adds the field `job_gate_code` to a temporary copy of this repository, by CONTRIBUTING.md's
 * recipe and in no other file, and checks that types and a test of the whole field pass.
 */
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withTreeCopy } from "../support/treeCopy";
import { EDITS } from "./edits";

const TEST = "tests/convex/gateCode.test.ts";

export function main(): void {
  withTreeCopy((copy) => {
    for (const edit of EDITS) apply(copy, edit);
    cpSync(join(copy, "tests/recipe/gateCode.test.ts.txt"), join(copy, TEST));
    const files = new Set(EDITS.map(({ file }) => file)).size;
    console.log(`job_gate_code: ${EDITS.length} lines in ${files} files`);
    const isGood =
      passes(copy, ["node_modules/typescript/bin/tsc", "-b"]) &&
      passes(copy, ["node_modules/vitest/vitest.mjs", "run", TEST]);
    console.log(isGood ? "The recipe holds." : "The recipe is incomplete.");
    process.exitCode = isGood ? 0 : 1;
  });
}

function apply(copy: string, { file, below, line }: (typeof EDITS)[number]) {
  const path = join(copy, file);
  const parts = readFileSync(path, "utf8").split(`${below}\n`);
  if (parts.length !== 2)
    throw new Error(
      `${file} contains this ${parts.length - 1} times: ${below}`,
    );
  writeFileSync(path, parts.join(`${below}\n${line}\n`));
}

function passes(copy: string, command: readonly string[]): boolean {
  const { status } = spawnSync(process.execPath, command, {
    cwd: copy,
    stdio: "inherit",
  });
  return status === 0;
}
