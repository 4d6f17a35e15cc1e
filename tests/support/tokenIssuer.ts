/** A token issuer like Clerk: signs any claims, and publishes its public key. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
} from "jose";

export interface TokenIssuer {
  readonly url: string;
  readonly publicKey: CryptoKey;
  /** The published key. */
  readonly jwk: JWK;
  /** Default: with the issuer's own key. */
  readonly sign: (
    claims: JWTPayload,
    header?: Partial<JWTHeaderParameters>,
    key?: CryptoKey | Uint8Array,
  ) => Promise<string>;
  tokenFor(claims: { subject: string; org_id?: string }): Promise<string>;
  close(): void;
}

export async function openTokenIssuer(port = 0): Promise<TokenIssuer> {
  const { publicKey, privateKey } = await generateKeyPair("RS256", {
    extractable: true,
  });
  const key = { ...(await exportJWK(publicKey)), kid: "one", alg: "RS256" };
  let url = "";
  const documents = (): Record<string, object> => ({
    "/.well-known/jwks.json": { keys: [key] },
    // Convex finds the keys by OpenID Connect Discovery.
    "/.well-known/openid-configuration": {
      issuer: url,
      jwks_uri: `${url}/.well-known/jwks.json`,
      authorization_endpoint: `${url}/authorize`,
      response_types_supported: ["id_token"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    },
  });
  const server = createServer((req, res) => {
    const document = documents()[req.url ?? ""];
    if (document === undefined) {
      res.writeHead(404).end();
      return;
    }
    res.writeHead(200, { "content-type": "application/json" });
    res.end(JSON.stringify(document));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    publicKey,
    jwk: key,
    sign: (claims, header = {}, signingKey = privateKey) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "RS256", kid: "one", ...header })
        .sign(signingKey),
    tokenFor: ({ subject, ...claims }) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "RS256", kid: "one" })
        .setIssuer(url)
        .setSubject(subject)
        .setAudience("convex")
        .setIssuedAt()
        .setExpirationTime("1h")
        .sign(privateKey),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
