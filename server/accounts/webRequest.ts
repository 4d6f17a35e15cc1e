/** Converts Node's request to the Web's Request, which Better Auth takes. */
import type { IncomingMessage } from "node:http";

/** A request to `url` with an allow-list of the headers, and `body` instead of the bytes received. */
export function webRequest(req: IncomingMessage, url: string, body: unknown): Request {
  const headers = new Headers();
  for (const name of FORWARDED_HEADERS) {
    const value = req.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  if (body === undefined) return new Request(url, { headers });
  headers.set("content-type", "application/json");
  // Without an origin it is not a browser, and `isFromOwnPages` allowed it. Better Auth would reject it.
  if (!headers.has("origin")) headers.set("origin", new URL(url).origin);
  return new Request(url, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
}

const FORWARDED_HEADERS = [
  "host",
  "origin",
  "cookie",
  "user-agent",
  "sec-fetch-site",
  "sec-fetch-mode",
  "sec-fetch-dest",
];
