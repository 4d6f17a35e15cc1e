/**
 * `npm run export -- <file.zip> [--mapping <file.json>]`: exports the data as a ZIP for `npx convex import`.
 * `npm run export -- --workspaces`: lists the workspaces. The server must be stopped.
 */
import { StartupError } from "embedded-convex";
import { exportData } from "../server/transfer/exportData";
import { runCommand } from "./command";
import { readTransferArguments, type TransferArguments } from "./transfer";
import {
  mappingErrors,
  mapWorkspace,
  readMapping,
  workspacesIn,
} from "./workspaces";

const USAGE = `npm run export -- <file.zip> [--mapping <file.json>]
npm run export -- --workspaces`;

await runCommand(async () => {
  const args = readTransferArguments(process.argv.slice(2));
  if (args.workspaces) await printWorkspaces(args);
  else if (args.path === undefined) throw new StartupError(USAGE);
  else await writeExport(args, args.path);
});

async function printWorkspaces({ dataDir }: TransferArguments): Promise<void> {
  for (const { id, owner, rows } of await workspacesIn(dataDir))
    console.log([id, owner ?? "(no account here)", `${rows} rows`].join("  "));
}

async function writeExport(
  { dataDir, mapping: file }: TransferArguments,
  path: string,
): Promise<void> {
  const mapping = file === undefined ? null : readMapping(file);
  if (mapping !== null) {
    const errors = mappingErrors(mapping, await workspacesIn(dataDir));
    if (errors.length > 0) throw new StartupError(errors.join("\n"));
  }
  const { documents, files } = await exportData({
    dataDir,
    path,
    ...(mapping && { change: mapWorkspace(mapping) }),
  });
  console.log(`${path} holds ${documents} documents and ${files} files.`);
  if (mapping === null)
    console.log(
      "Workspace ids are unchanged. To move to another deployment, add --mapping (docs/hosting.md).",
    );
}
