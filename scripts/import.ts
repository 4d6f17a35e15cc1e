/**
 * `npm run import -- <file.zip> [--mapping <file.json>]`: a ZIP of `npx convex export --include-file-storage` or of our own
 * export into a data folder without data. The server must be stopped.
 */
import { StartupError } from "embedded-convex";
import { importData } from "../server/transfer/importData";
import { carryOut, readOrder } from "./moving";
import { moveTo, readMapping } from "./workspaces";

await carryOut(async () => {
  const { path, mapping, dataDir } = readOrder(process.argv.slice(2));
  if (path === undefined) {
    throw new StartupError(
      "npm run import -- <file.zip> [--mapping <file.json>]",
    );
  }
  const { documents, files } = await importData({
    dataDir,
    path,
    ...(mapping !== undefined && { change: moveTo(readMapping(mapping)) }),
  });
  console.log(`${dataDir} now has ${documents} documents and ${files} files.`);
});
