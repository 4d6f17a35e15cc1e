/**
 * `npm run export -- <file.zip> [--only <workspace>] [--mapping <file.json>]`: exports the data as a ZIP for `npx
 * convex import`. `npm run export -- --workspaces`: lists the workspaces. The server must be stopped.
 */
import { StartupError } from "embedded-convex";
import { exportData } from "../server/transfer/exportData";
import { runCommand } from "./command";
import {
  readTransferArguments,
  noRowsSentence,
  type TransferArguments,
} from "./transfer";
import {
  mappingErrors,
  readMapping,
  selectionOf,
  workspacesIn,
} from "./workspaces";

const USAGE = `npm run export -- <file.zip> [--only <workspace>] [--mapping <file.json>]
npm run export -- --workspaces`;

await runCommand(async () => {
  const args = readTransferArguments(process.argv.slice(2));
  if (args.workspaces) await printWorkspaces(args);
  else if (args.path === undefined) throw new StartupError(USAGE);
  else await writeExport(args, args.path);
});

async function printWorkspaces({ dataDir }: TransferArguments): Promise<void> {
  for (const { id, founder, rows } of await workspacesIn(dataDir))
    console.log(
      [id, founder ?? "(no account here)", `${rows} rows`].join("  "),
    );
}

async function writeExport(
  args: TransferArguments,
  path: string,
): Promise<void> {
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

async function argumentErrors({
  dataDir,
  only,
  mapping,
}: TransferArguments): Promise<string[]> {
  if (only === undefined && mapping === undefined) return [];
  const selected = (await workspacesIn(dataDir)).filter(
    ({ id }) => only === undefined || id === only,
  );
  if (only !== undefined && !selected.some(({ rows }) => rows > 0))
    return [noRowsSentence(only)];
  return mapping === undefined
    ? []
    : mappingErrors(readMapping(mapping), selected);
}
