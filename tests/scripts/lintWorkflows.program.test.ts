import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../packages/embedded-convex/tests/support/temporaryFolder";

const ROOT = join(import.meta.dirname, "../..");
/** In a separate process, because Vitest does not import the JSON files of GitHub's parser. */
const PRINT = `
import { workflowProblems } from "./scripts/lintWorkflows.ts";
console.log((await workflowProblems(process.argv[1])).join("\\n"));`;

const BROKEN = {
  "key.yml": "on: push\njobs: { a: { runs_on: ubuntu-latest } }",
  "context.yml": "on: push\njobs: { a: { runs-on: '${{ matrx.os }}', steps: [{ run: ls }] } }",
  "cron.yml":
    "on: { schedule: [{ cron: '61 3 * *' }] }\njobs: { a: { runs-on: x, steps: [{ run: ls }] } }",
  "tag.yml": "on: push\njobs: { a: { runs-on: x, steps: [{ uses: actions/checkout@v6 }] } }",
  "script.yml": "on: push\njobs: { a: { runs-on: x, steps: [{ run: npm run nothing }] } }",
};

it("finds unknown keys, contexts and npm commands, malformed cron lines and actions without a commit", () => {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(BROKEN)) writeFileSync(join(folder, name), content);
  writeFileSync(
    join(folder, "right.yml"),
    "on: push\njobs: { a: { runs-on: x, steps: [{ run: npm run lint }] } }",
  );
  const { stdout } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", PRINT, folder],
    { cwd: ROOT, encoding: "utf8" },
  );
  const named = new Set(stdout.split("\n").flatMap((line) => /^\w+\.yml/.exec(line) ?? []));
  expect([...named].sort()).toEqual(Object.keys(BROKEN).sort());
});
