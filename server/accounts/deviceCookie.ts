/**
 * A cookie for a browser that has signed in to an account: a random id, and an HMAC over id and account. It grants no
 * access; it only gives the browser its own sign-in rate limit. Each account has its own cookie, because people share
 * the computer at the desk.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const COOKIE_PREFIX = "downspout.device.";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

export interface DeviceCookies {
  /** The device id in a Cookie header, if it is signed for this account. */
  idFrom(cookies: string | undefined, email: string): string | null;
  /** A Set-Cookie header with a new device id. */
  issue(email: string): string;
}

export function deviceCookies(o: { secret: string; secure: boolean }): DeviceCookies {
  const hmac = (text: string) => createHmac("sha256", o.secret).update(text).digest("base64url");
  const sign = (id: string, email: string) => hmac(`device:${id}:${email}`);
  // Not readable as an address by the next person at the computer.
  const nameFor = (email: string) => COOKIE_PREFIX + hmac(`device name:${email}`).slice(0, 12);
  return {
    idFrom: (cookies, email) => {
      const value = cookieOf(cookies, nameFor(email)) ?? "";
      const [id, signature] = value.split(".");
      if (!id || !signature) return null;
      const given = Buffer.from(signature);
      const expected = Buffer.from(sign(id, email));
      const isValid = given.length === expected.length && timingSafeEqual(given, expected);
      return isValid ? id : null;
    },
    issue: (email) => {
      const id = randomBytes(16).toString("base64url");
      const attributes = `Path=/api/auth; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`;
      return `${nameFor(email)}=${id}.${sign(id, email)}; ${attributes}${o.secure ? "; Secure" : ""}`;
    },
  };
}

function cookieOf(cookies: string | undefined, wanted: string): string | undefined {
  for (const cookie of cookies?.split(";") ?? []) {
    const [name, value] = cookie.trim().split("=");
    if (name === wanted) return value;
  }
  return undefined;
}
