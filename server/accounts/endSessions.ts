/**
 * `npm run end-sessions`: ends all sessions and replaces all keys, after a restore or a theft. Whoever has a copy of
 * the data folder has the keys that sign cookies and tokens, so deleting the sessions alone would not shut them out.
 */
import path from "node:path";
import { databaseIn, lockDataFolder } from "../backup/dataFolder";
import { ACCOUNTS } from "../backup/entryNames";
import { openAccountsDatabase } from "./accountsDatabase";
import { replaceSecret } from "./secretFile";

/**
 * Returns the number of sessions ended.
 *
 * @throws StartupError if there are no accounts, or if a server is running: it keeps the keys in memory.
 */
export function endSessions(dataDir: string): number {
  const file = databaseIn(dataDir, ACCOUNTS);
  const lock = lockDataFolder(dataDir);
  try {
    const { sqlite } = openAccountsDatabase(file);
    try {
      const end = sqlite.transaction(() => {
        // The signing keys. The server makes a new one when it starts.
        sqlite.exec("DELETE FROM jwks");
        return sqlite.prepare("DELETE FROM session").run().changes;
      });
      const count = end.immediate();
      replaceSecret(path.join(dataDir, "accounts.secret"));
      return count;
    } finally {
      sqlite.close();
    }
  } finally {
    lock.release();
  }
}
