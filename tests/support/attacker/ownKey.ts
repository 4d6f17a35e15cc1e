/** Signs any claims with the key of a server's own accounts, as only someone who has its data folder could. */
import { join } from "node:path";
import type { JWTPayload } from "jose";
import { openAccountsDatabase } from "../../../server/accounts/accountsDatabase";
import { createAuth } from "../../../server/accounts/betterAuth";
import { secretFile } from "../../../server/accounts/secretFile";
import { createLog } from "../../../server/monitoring/log";

export interface OwnKey {
  sign(claims: JWTPayload): Promise<string>;
  close(): void;
}

/** The server may be running. */
export function openOwnKey(dataDir: string, issuer: string): OwnKey {
  const database = openAccountsDatabase(join(dataDir, "accounts.db"));
  const auth = createAuth({
    database,
    secret: secretFile(join(dataDir, "accounts.secret")),
    issuer,
    tokenLifetimeSeconds: 900,
    policy: () => {
      throw new Error("Signing needs no sign-up policy.");
    },
    log: createLog("silent"),
  });
  return {
    sign: async (claims) => {
      const payload = { ...claims, iss: issuer };
      const { token } = await auth.api.signJWT({ body: { payload } });
      return token;
    },
    close: () => void database.sqlite.close(),
  };
}
