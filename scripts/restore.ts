/** `npm run restore`: restores a manual or daily backup into a DATA_DIR without data. */
import schema from "#schema";
import { DERIVED_VERSION } from "../domain/names/search";
import { versionsOfProgram } from "../server/backup/dataVersions";
import { restore } from "../server/backup/restore";
import { usageOf } from "../server/program";
import { runBackupCommand } from "./backups";
import type { Arguments } from "./commandLine";

const MODULES = { schema: { default: schema }, rebuild: { DERIVED_VERSION } };

export async function main(args: Arguments): Promise<void> {
  await runBackupCommand(args, async (options) => {
    const { documents, files, madeAt, missing } = await restore({
      ...options,
      program: versionsOfProgram(MODULES),
    });
    const missingNote =
      missing.length === 0
        ? ""
        : `${missing.length} more files were already missing when the backup was made.\n`;
    return `${options.dataDir} now has ${documents} documents, ${files} files and the accounts, as they were at ${madeAt}.
${missingNote}Start the server (${usageOf("start")}). Everyone signs in with the password they had at that time.
If a computer or a backup was lost or stolen, run ${usageOf("end-sessions")} first: it ends all earlier sessions and replaces the keys.`;
  });
}
