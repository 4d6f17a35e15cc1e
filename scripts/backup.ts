/** `npm run backup -- <file.zip>`: everything in DATA_DIR as one checked file, while the server serves or not. */
import { statSync } from "node:fs";
import { backUp } from "../server/backup/backupFile";
import { carryOutTask } from "./backups";

await carryOutTask("npm run backup -- <file.zip>", async (task) => {
  const { documents, files } = await backUp(task);
  const kilobytes = Math.ceil(statSync(task.path).size / 1000);
  return `${task.path} holds ${documents} documents, ${files} files and the accounts (${kilobytes.toLocaleString("en-US")} kB), read back and found whole.
Keep it where the disk of ${task.dataDir} cannot take it along. Who has the file has everything: it is not encrypted.`;
});
