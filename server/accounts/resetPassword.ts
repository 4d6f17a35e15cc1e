/**
 * `npm run reset-password`: sets a new password from the command line. No HTTP route leads here.
 *
 * One transaction on accounts.db, so it is safe while a server is running. Invariant: the person's sessions end with
 * the old password.
 */
import { hashPassword } from "better-auth/crypto";
import { StartupError } from "embedded-convex";
import { databaseIn } from "../backup/dataFolder";
import { ACCOUNTS } from "../backup/entryNames";
import { openAccountsDatabase, type AccountsDatabase } from "./accountsDatabase";
import { readNewPassword, readSignIn } from "./credentials";
import { AccountError } from "./accountErrors";

export interface Reset {
  readonly email: string;
  readonly name: string;
  /** Number of sessions ended. */
  readonly sessions: number;
}

/** @throws StartupError if there are no accounts, no such account, or the password would be rejected at sign-up. */
export async function resetPassword(o: {
  readonly dataDir: string;
  readonly email: string;
  readonly password: string;
}): Promise<Reset> {
  const email = asStartupError(() => readSignIn({ ...o, password: "any" }).email);
  const password = asStartupError(() => readNewPassword(o.password));
  const database = openAccountsDatabase(databaseIn(o.dataDir, ACCOUNTS));
  try {
    const hash = await hashPassword(password);
    return replacePassword(database, email, hash);
  } finally {
    database.sqlite.close();
  }
}

function replacePassword({ sqlite }: AccountsDatabase, email: string, hash: string): Reset {
  const find = sqlite.prepare<[string], { id: string; name: string }>(
    `SELECT id, name FROM "user" WHERE email = ?`,
  );
  const setPassword = sqlite.prepare<[string, string, string]>(
    `UPDATE account SET password = ?, updatedAt = ? WHERE userId = ? AND providerId = 'credential'`,
  );
  const endSessions = sqlite.prepare<[string]>(`DELETE FROM session WHERE userId = ?`);
  const replace = sqlite.transaction((): Reset => {
    const user = find.get(email);
    const now = new Date().toISOString();
    if (user === undefined || setPassword.run(hash, now, user.id).changes < 1) {
      throw new StartupError(
        `There is no account with the e-mail address ${email}. Nothing was changed.`,
      );
    }
    const sessions = endSessions.run(user.id).changes;
    return { email, name: user.name, sessions };
  });
  // Takes the write lock before reading, since a running server may write.
  return replace.immediate();
}

function asStartupError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AccountError)) throw error;
    throw new StartupError(error.message, { cause: error });
  }
}
