/** `npm run merge`: writes an export of a deployment in which one office's data is that of another export. */
import { StartupError } from "embedded-convex";
import { mergeExports } from "../server/transfer/mergeExports";
import type { Arguments } from "./commandLine";
import { isOfWorkspace, onlyWorkspace, readMapping } from "./workspaces";

export async function main({ values, positionals }: Arguments): Promise<void> {
  const [base = "", added = "", path = ""] = positionals;
  const { only } = values;
  if (!only) throw new StartupError("Name the office: add --only <workspace>.");
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
}
