/** The public keys of an issuer that are at hand. What may serve as a key for which signature is decided here alone. */
import { importJWK, type CryptoKey, type JSONWebKeySet, type JWK } from "jose";

export interface IssuerKeys {
  readonly all: () => Promise<JSONWebKeySet>;
  /** Null where the issuer has no such key. */
  readonly find: (kid: string) => Promise<JWK | null>;
}

export function localKeys(all: IssuerKeys["all"]): IssuerKeys {
  return { all, find: async (kid) => keyIn(await all(), kid) };
}

export function keyIn(set: JSONWebKeySet, kid: string): JWK | null {
  return set.keys.find((key) => key.kid === kid) ?? null;
}

/** Null for a key that is not made for checking this kind of signature, a shared secret above all. */
export async function importKey(
  jwk: JWK,
  alg: string,
): Promise<CryptoKey | null> {
  const kind = alg === "RS256" ? "RSA" : "EC";
  const isFit =
    jwk.kty === kind &&
    (jwk.alg === undefined || jwk.alg === alg) &&
    (jwk.use === undefined || jwk.use === "sig");
  if (!isFit) return null;
  const key = await importJWK(jwk, alg);
  return key instanceof Uint8Array ? null : key;
}
