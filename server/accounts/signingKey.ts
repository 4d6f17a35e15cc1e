/**
 * The key that signs identity tokens. Better Auth creates it and stores it encrypted. It is decrypted once: the keys of
 * a data folder change only while no server runs on it (endSessions.ts).
 */
import { symmetricDecrypt } from "better-auth/crypto";
import {
  importJWK,
  SignJWT,
  type CryptoKey,
  type JSONWebKeySet,
  type JWK,
  type JWTPayload,
} from "jose";
import { errorText, type Log } from "embedded-convex";
import { SIGNING_ALGORITHM, type Auth } from "./betterAuth";

export interface SigningKey {
  /** The public keys of the issued tokens. */
  readonly keySet: JSONWebKeySet;
  sign(claims: JWTPayload): Promise<string>;
}

interface StoredKey {
  readonly id: string;
  /** JSON of the encrypted JWK. */
  readonly privateKey: string;
  readonly createdAt: Date;
}

/**
 * Creates the key at the first start. A key encrypted with a lost secret is replaced, since nobody could sign in
 * otherwise.
 */
export async function openSigningKey(auth: Auth, log: Log): Promise<SigningKey> {
  try {
    return await readKey(auth);
  } catch (error) {
    log.warn("the signing key cannot be decrypted with this secret; creating a new one", {
      error: errorText(error),
    });
    const { adapter } = await auth.$context;
    await adapter.deleteMany({ model: "jwks", where: [] });
    return await readKey(auth);
  }
}

async function readKey(auth: Auth): Promise<SigningKey> {
  // Creates a key if there is none.
  const keySet = await auth.api.getJwks();
  const { adapter, secretConfig } = await auth.$context;
  const [newest] = await adapter.findMany<StoredKey>({
    model: "jwks",
    sortBy: { field: "createdAt", direction: "desc" },
    limit: 1,
  });
  if (newest === undefined) throw new Error("There is no signing key.");
  const jwk = await symmetricDecrypt({
    key: secretConfig,
    data: JSON.parse(newest.privateKey) as string,
  });
  const key = (await importJWK(JSON.parse(jwk) as JWK, SIGNING_ALGORITHM)) as CryptoKey;
  const header = { alg: SIGNING_ALGORITHM, kid: newest.id };
  return {
    keySet,
    sign: (claims) => new SignJWT(claims).setProtectedHeader(header).sign(key),
  };
}
