/**
 * The mark of a browser that has signed in to an account: an id with a signature over id and account. It opens nothing; it only
 * says whose sign-in attempts are counted apart from a stranger's.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export const DEVICE_COOKIE = "downspout.device";
const A_YEAR_SECONDS = 365 * 24 * 60 * 60;

export interface KnownDevices {
  /** The id of the device, if the cookies of a request carry one for this account. */
  idFrom(cookies: string | undefined, email: string): string | null;
  /** The Set-Cookie header that marks the browser from now on. */
  mark(email: string): string;
}

export function knownDevices(o: {
  secret: string;
  secure: boolean;
}): KnownDevices {
  const sign = (id: string, email: string) =>
    createHmac("sha256", o.secret)
      .update(`device:${id}:${email}`)
      .digest("base64url");
  return {
    idFrom: (cookies, email) => {
      const [id, signature] = (cookieOf(cookies) ?? "").split(".");
      if (!id || !signature) return null;
      const [given, right] = [signature, sign(id, email)].map((text) =>
        Buffer.from(text),
      ) as [Buffer, Buffer];
      const isRight =
        given.length === right.length && timingSafeEqual(given, right);
      return isRight ? id : null;
    },
    mark: (email) => {
      const id = randomBytes(16).toString("base64url");
      const attributes = `Path=/api/auth; Max-Age=${A_YEAR_SECONDS}; HttpOnly; SameSite=Lax`;
      return `${DEVICE_COOKIE}=${id}.${sign(id, email)}; ${attributes}${o.secure ? "; Secure" : ""}`;
    },
  };
}

function cookieOf(cookies: string | undefined): string | undefined {
  for (const cookie of cookies?.split(";") ?? []) {
    const [name, value] = cookie.trim().split("=");
    if (name === DEVICE_COOKIE) return value;
  }
  return undefined;
}
