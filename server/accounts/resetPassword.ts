/**
 * A new password for somebody who lost theirs, set by whoever has the machine: no request leads here.
 *
 * One transaction on the accounts' file, which SQLite shares between processes, so that it is as safe beside a server that runs as
 * without one. Always true: with the password the person's sessions end, wherever they are signed in.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { hashPassword } from "better-auth/crypto";
import { StartupError } from "embedded-convex";
import {
  openAccountsDatabase,
  type AccountsDatabase,
} from "./accountsDatabase";
import { readNewPassword, readSignIn } from "./credentials";
import { Refused } from "./refusals";

export interface Reset {
  readonly email: string;
  readonly name: string;
  /** How many sessions were ended. */
  readonly sessions: number;
}

/** @throws StartupError with a sentence: no accounts there, no such account, or a password that nobody could sign up with. */
export async function resetPassword(o: {
  readonly dataDir: string;
  readonly email: string;
  readonly password: string;
}): Promise<Reset> {
  const email = inWords(() => readSignIn({ ...o, password: "any" }).email);
  const password = inWords(() => readNewPassword(o.password));
  const file = path.join(o.dataDir, "accounts.db");
  if (!existsSync(file)) {
    throw new StartupError(
      `There are no accounts in ${o.dataDir}: set DATA_DIR to the folder that the server uses.`,
    );
  }
  const database = openAccountsDatabase(file);
  try {
    const hash = await hashPassword(password);
    return replacePassword(database, email, hash);
  } finally {
    database.sqlite.close();
  }
}

function replacePassword(
  { sqlite }: AccountsDatabase,
  email: string,
  hash: string,
): Reset {
  const find = sqlite.prepare<[string], { id: string; name: string }>(
    `SELECT id, name FROM "user" WHERE email = ?`,
  );
  const setPassword = sqlite.prepare<[string, string, string]>(
    `UPDATE account SET password = ?, updatedAt = ? WHERE userId = ? AND providerId = 'credential'`,
  );
  const endSessions = sqlite.prepare<[string]>(
    `DELETE FROM session WHERE userId = ?`,
  );
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
  // The write lock first: what is read is what is changed, also beside a server that writes.
  return replace.immediate();
}

/** The sentence of a form is that of the command. */
function inWords<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new StartupError(error.refusal.message, { cause: error });
  }
}
