/**
 * `npm run import -- <file.zip> [--mapping <file.json>]`: imports a ZIP of `npx convex export --include-file-storage`
 * or `npm run export` into a data folder without data. The server must be stopped.
 */
import { StartupError } from "embedded-convex";
import { importData } from "../server/transfer/importData";
import { runCommand } from "./command";
import { readTransferArguments } from "./transfer";
import { mapWorkspace, readMapping } from "./workspaces";

await runCommand(async () => {
  const { path, mapping, dataDir } = readTransferArguments(
    process.argv.slice(2),
  );
  if (path === undefined) {
    throw new StartupError(
      "npm run import -- <file.zip> [--mapping <file.json>]",
    );
  }
  const { documents, files } = await importData({
    dataDir,
    path,
    ...(mapping !== undefined && {
      change: mapWorkspace(readMapping(mapping)),
    }),
  });
  console.log(`${dataDir} now has ${documents} documents and ${files} files.`);
});
