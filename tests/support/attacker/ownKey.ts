/**
 * Signs any claims with the key of a server's own accounts, as only someone who has its data folder could. The token
 * names an open session.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Sqlite } from "embedded-convex";
import type { JWTPayload } from "jose";
import { openAccountsDatabase } from "../../../server/accounts/accountsDatabase";
import { createAuth } from "../../../server/accounts/betterAuth";
import { secretFile } from "../../../server/accounts/secretFile";
import { AUDIENCE } from "../../../server/accounts/sessionTokens";
import { openSigningKey } from "../../../server/accounts/signingKey";
import { createLog } from "../../../server/monitoring/log";

export interface OwnKey {
  sign(claims: JWTPayload): Promise<string>;
  close(): void;
}

/** The server may be running. */
export function openOwnKey(dataDir: string, issuer: string): OwnKey {
  const database = openAccountsDatabase(join(dataDir, "accounts.db"));
  const log = createLog("silent");
  const auth = createAuth({
    database,
    secret: secretFile(join(dataDir, "accounts.secret")),
    issuer,
    policy: () => {
      throw new Error("Signing needs no sign-up policy.");
    },
    log,
  });
  const key = openSigningKey(auth, log);
  const sid = openSession(database.sqlite);
  return {
    sign: async (claims) => {
      const exp = Math.floor(Date.now() / 1000) + 900;
      const defaults = { sid, aud: AUDIENCE, exp };
      return (await key).sign({ ...defaults, ...claims, iss: issuer });
    },
    close: () => void database.sqlite.close(),
  };
}

/** The id of a new session: the server rejects a token without an open one. */
function openSession(sqlite: Sqlite): string {
  const [id, at] = [randomUUID(), new Date().toISOString()];
  const later = new Date(Date.now() + 3_600_000).toISOString();
  sqlite
    .prepare(
      `INSERT INTO user (id, name, email, emailVerified, createdAt, updatedAt)
       VALUES (?, 'Own Key', ?, 0, ?, ?)`,
    )
    .run(id, `${id}@example.com`, at, at);
  sqlite
    .prepare(
      `INSERT INTO session (id, token, userId, expiresAt, createdAt, updatedAt)
       VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(id, id, id, later, at, at);
  return id;
}
