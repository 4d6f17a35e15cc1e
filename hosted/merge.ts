/** `npm run merge`: writes an export of a deployment in which one office's data comes from another export. */
import { StartupError } from "embedded-convex";
import { mergeExports } from "./mergeExports";
import type { Arguments } from "../scripts/commandLine";
import { isOfWorkspace, onlyWorkspace } from "../scripts/workspaces";

export async function main({ values, positionals }: Arguments): Promise<void> {
  const [base = "", added = "", path = ""] = positionals;
  const { only, as } = values;
  if (!only) throw new StartupError("Name the office: add --only <workspace>.");
  const mapping = as ? new Map([[only, as]]) : null;
  const target = as || only;
  const merged = await mergeExports({
    base,
    added,
    path,
    selection: onlyWorkspace(only, mapping),
    isReplaced: (document) => isOfWorkspace(document, target),
    // These rows say whether the operator has closed the office in the deployment, and hold the epoch of its data.
    stays: ["workspaceMoves"],
  });
  const files = merged.hasFiles ? `${merged.files}` : "no";
  console.log(
    `${path} holds ${merged.documents} documents and ${files} files: ${merged.taken} documents of ${target} in place of ${merged.replaced}.`,
  );
  if (!merged.hasFiles) console.log("An import leaves the files of the deployment as they are.");
}
