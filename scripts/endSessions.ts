/** `npm run end-sessions`: signs everyone out and replaces the keys. The server must be stopped. */
import { endSessions } from "../server/accounts/endSessions";
import { loadEnvFile, readConfig } from "../server/config";
import { usageOf } from "../server/program";

export function main(): void {
  // All files created from here on are readable by their owner only.
  process.umask(0o077);
  loadEnvFile();
  const { dataDir } = readConfig(process.env);
  const count = endSessions(dataDir);
  console.log(
    `Ended ${count} ${count === 1 ? "session" : "sessions"} and replaced the keys of ${dataDir}. Start the server (${usageOf("start")}). Everyone signs in again.`,
  );
}
