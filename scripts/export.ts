/** `npm run export`: exports the data as a ZIP for `npx convex import`, or lists the workspaces. */
import { StartupError } from "embedded-convex";
import { usageOf } from "../server/program";
import { exportData } from "../server/transfer/exportData";
import type { Arguments } from "./commandLine";
import { readTransferArguments, noRowsSentence, type TransferArguments } from "./transfer";
import { mappingErrors, readMapping, selectionOf, workspacesIn } from "./workspaces";

export async function main(given: Arguments): Promise<void> {
  const args = readTransferArguments(given);
  if (given.flags.has("workspaces")) await printWorkspaces(args);
  else if (args.path === undefined)
    throw new StartupError(
      `Name the file: ${usageOf("export", "<file.zip>")}, or list the workspaces: ${usageOf("export", "--workspaces")}`,
    );
  else await writeExport(args, args.path);
}

async function printWorkspaces({ dataDir }: TransferArguments): Promise<void> {
  for (const { id, founder, rows } of await workspacesIn(dataDir))
    console.log([id, founder ?? "(no account here)", `${rows} rows`].join("  "));
}

async function writeExport(args: TransferArguments, path: string): Promise<void> {
  const { dataDir, mapping } = args;
  const errors = await argumentErrors(args);
  if (errors.length > 0) throw new StartupError(errors.join("\n"));
  const exported = await exportData({ dataDir, path, ...selectionOf(args) });
  const { documents, files } = exported;
  console.log(`${path} holds ${documents} documents and ${files} files.`);
  if (mapping === undefined)
    console.log(
      "Workspace ids are unchanged. To move to another deployment, add --mapping (docs/hosting.md).",
    );
}

async function argumentErrors({ dataDir, only, mapping }: TransferArguments): Promise<string[]> {
  if (only === undefined && mapping === undefined) return [];
  const selected = (await workspacesIn(dataDir)).filter(
    ({ id }) => only === undefined || id === only,
  );
  if (only !== undefined && !selected.some(({ rows }) => rows > 0)) return [noRowsSentence(only)];
  return mapping === undefined ? [] : mappingErrors(readMapping(mapping), selected);
}
