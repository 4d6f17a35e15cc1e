/**
 * Who may upload: a token is permission for one file within one hour. It carries its own end and signature, so that none is
 * stored when it is made and all survive a restart; that it was *used* is recorded by the database, in the transaction that
 * records the file.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export const UPLOAD_TOKEN_LIFETIME_MS = 60 * 60 * 1000;

export interface UploadToken {
  /** Names the token in the record of used ones; it is not the token. */
  readonly id: string;
  readonly expiresAt: number;
}

export interface UploadTokens {
  mint(): string;
  /** Null unless this machine made it and its hour is not over. Says nothing on whether it was used. */
  verify(token: string): UploadToken | null;
}

export function uploadTokens(o: {
  secret: string;
  clock: () => number;
}): UploadTokens {
  const sign = (payload: string) =>
    createHmac("sha256", o.secret)
      .update(`upload:${payload}`)
      .digest("base64url");
  return {
    mint: () => {
      const expiresAt = o.clock() + UPLOAD_TOKEN_LIFETIME_MS;
      const payload = `${randomBytes(16).toString("base64url")}.${expiresAt}`;
      return `${payload}.${sign(payload)}`;
    },
    verify: (token) => {
      const [id, expires, signature, ...rest] = token.split(".");
      if (!id || !expires || !signature || rest.length > 0) return null;
      if (!areEqual(signature, sign(`${id}.${expires}`))) return null;
      const expiresAt = Number(expires);
      return o.clock() < expiresAt ? { id, expiresAt } : null;
    },
  };
}

function areEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
