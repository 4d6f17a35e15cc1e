/** `npm run import`: imports a ZIP of `npx convex export` or `npm run export` into a data folder without data. */
import { StartupError } from "embedded-convex";
import { importData } from "../server/transfer/importData";
import type { Arguments } from "./commandLine";
import { readTransferArguments, noRowsSentence } from "./transfer";
import { selectionOf } from "./workspaces";

export async function main(given: Arguments): Promise<void> {
  const args = readTransferArguments(given);
  const { path = "", only, dataDir } = args;
  const { documents, files } = await importData({
    dataDir,
    path,
    ...selectionOf(args),
    check: (read) => {
      if (only !== undefined && read.documents === 0) throw new StartupError(noRowsSentence(only));
    },
  });
  console.log(`${dataDir} now has ${documents} documents and ${files} files.`);
}
