/**
 * `npm run merge -- <deployment.zip> <from.zip> <result.zip> --only <workspace> [--mapping <file.json>]`: writes
 * an export of a deployment in which one office's data is that of another export (docs/hosted-operations.md).
 */
import { parseArgs } from "node:util";
import { StartupError } from "embedded-convex";
import { mergeExports } from "../server/transfer/mergeExports";
import { runCommand } from "./command";
import { isOfWorkspace, onlyWorkspace, readMapping } from "./workspaces";

const USAGE =
  "npm run merge -- <deployment.zip> <from.zip> <result.zip> --only <workspace> [--mapping <file.json>]";

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { mapping: { type: "string" }, only: { type: "string" } },
  });
  const [base, added, path] = positionals;
  const { only } = values;
  if (!base || !added || !path || !only) throw new StartupError(USAGE);
  const mapping =
    values.mapping === undefined ? null : readMapping(values.mapping);
  const target = mapping?.get(only) ?? only;
  const merged = await mergeExports({
    base,
    added,
    path,
    selection: onlyWorkspace(only, mapping),
    isReplaced: (document) => isOfWorkspace(document, target),
  });
  console.log(
    `${path} holds ${merged.documents} documents and ${merged.files} files: ${merged.taken} documents of ${target} in place of ${merged.replaced}.`,
  );
});
