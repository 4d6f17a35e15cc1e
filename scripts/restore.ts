/** `npm run restore -- <file.zip | folder>`: what `npm run backup` or the server itself copied, into a DATA_DIR without data. */
import { restore } from "../server/backup/restore";
import { carryOutTask } from "./backups";

const USAGE = "npm run restore -- <file.zip, or a folder of backups>";

await carryOutTask(USAGE, async (task) => {
  const { documents, files, madeAt, lacking } = await restore(task);
  const lost =
    lacking.length === 0
      ? ""
      : `Of ${lacking.length} more files the bytes were lost before the copy was made.\n`;
  return `${task.dataDir} now has ${documents} documents, ${files} files and the accounts, as they were at ${madeAt}.
${lost}Start the server (npm start). Everyone signs in with the password that they had then.`;
});
