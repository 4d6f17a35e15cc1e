/**
 * `npm run import -- <file.zip> [--only <workspace>] [--mapping <file.json>]`: imports a ZIP of `npx convex export
 * --include-file-storage` or `npm run export` into a data folder without data. The server must be stopped.
 */
import { StartupError } from "embedded-convex";
import { importData } from "../server/transfer/importData";
import { runCommand } from "./command";
import { readTransferArguments, noRowsSentence } from "./transfer";
import { selectionOf } from "./workspaces";

await runCommand(async () => {
  const args = readTransferArguments(process.argv.slice(2));
  const { path, only, dataDir } = args;
  if (path === undefined) {
    throw new StartupError(
      "npm run import -- <file.zip> [--only <workspace>] [--mapping <file.json>]",
    );
  }
  const imported = await importData({ dataDir, path, ...selectionOf(args) });
  const { documents, files } = imported;
  // Without a row the data folder is as empty as before.
  if (only !== undefined && documents === 0)
    throw new StartupError(noRowsSentence(only));
  console.log(`${dataDir} now has ${documents} documents and ${files} files.`);
});
