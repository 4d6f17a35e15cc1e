/** `npm run backup`: backs up DATA_DIR to one verified file. The server may be running. */
import { statSync } from "node:fs";
import { backUp } from "../server/backup/backupFile";
import { runBackupCommand } from "./backups";
import type { Arguments } from "./commandLine";

export async function main(args: Arguments): Promise<void> {
  await runBackupCommand(args, async (options) => {
    const { documents, files } = await backUp(options);
    const kilobytes = Math.ceil(statSync(options.path).size / 1000);
    return `${options.path} holds ${documents} documents, ${files} files and the accounts (${kilobytes.toLocaleString("en-US")} kB). It was read back and verified.
Keep it on another disk than ${options.dataDir}. The file is not encrypted: anyone who has it can read all data.`;
  });
}
