import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { generateKeyPairSync, sign } from "node:crypto";

const KEY_ID = "ins_stub";

/** Clerk's signing key, and a server that publishes its public key (JWKS) for the backend. */
export class ClerkKeys {
  readonly #pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  readonly #server: Server;

  private constructor() {
    const jwk = this.#pair.publicKey.export({ format: "jwk" });
    const set = JSON.stringify({
      keys: [{ ...jwk, kid: KEY_ID, alg: "RS256", use: "sig" }],
    });
    this.#server = createServer((req, res) => {
      const isKeySet = req.url === "/.well-known/jwks.json";
      res.writeHead(isKeySet ? 200 : 404, {
        "content-type": "application/json",
      });
      res.end(isKeySet ? set : "{}");
    });
  }

  static async open() {
    const keys = new ClerkKeys();
    keys.#server.listen(0, "127.0.0.1");
    await once(keys.#server, "listening");
    return keys;
  }

  get issuer() {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async close() {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  sign(claims: Readonly<Record<string, unknown>>, lifetimeSeconds: number) {
    const now = Math.floor(Date.now() / 1000);
    const head = encode({ alg: "RS256", typ: "JWT", kid: KEY_ID });
    const body = encode({
      iss: this.issuer,
      iat: now,
      nbf: now - 5,
      exp: now + lifetimeSeconds,
      ...claims,
    });
    const signature = sign("sha256", Buffer.from(`${head}.${body}`), this.#pair.privateKey);
    return `${head}.${body}.${signature.toString("base64url")}`;
  }
}

function encode(part: object) {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}
