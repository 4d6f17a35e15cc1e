/** Between Node's request and answer and the Web's, which Better Auth speaks. Bounded in size and time. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import { idleTimeout } from "embedded-convex";

const MAX_BODY_BYTES = 32 * 1024;
const BODY_IDLE_MS = 10_000;

/** The body, or null where it is larger than any that these routes have a use for. */
export async function readSmallBody(
  req: IncomingMessage,
): Promise<string | null> {
  const stopTimer = idleTimeout(req.socket, BODY_IDLE_MS);
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    const body = req.iterator({
      destroyOnReturn: false,
    }) as AsyncIterable<Buffer>;
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > MAX_BODY_BYTES) return null;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString("utf8");
  } finally {
    stopTimer();
  }
}

/** A request to `url` with the headers that matter, and `body` in place of whatever was sent. */
export function webRequest(
  req: IncomingMessage,
  url: string,
  body: unknown,
): Request {
  const headers = new Headers();
  for (const name of FORWARDED_HEADERS) {
    const value = req.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  if (body === undefined) return new Request(url, { headers });
  headers.set("content-type", "application/json");
  // Who names no origin is no browser and was let in as such; Better Auth would take it for one that hides something.
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

export function sendJson(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string | string[]> = {},
): void {
  res.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  res.end(JSON.stringify(body));
}

/**
 * Whose attempts are counted together: the caller's address, by network where one person has a whole one (IPv6). A proxy's word
 * is taken only where there must be one, and of its list only the last entry, which it wrote itself.
 */
export function callerAddress(
  req: IncomingMessage,
  behindProxy: boolean,
): string {
  const direct = req.socket.remoteAddress ?? "unknown";
  const forwarded = req.headers["x-forwarded-for"];
  if (!behindProxy || !isLoopback(direct) || typeof forwarded !== "string") {
    return networkOf(direct);
  }
  const last = forwarded.split(",").at(-1)?.trim() ?? "";
  return networkOf(isIP(last) === 0 ? direct : last);
}

/** The caller's network, or null for this machine itself: whoever is behind a proxy or a tunnel on it comes from there. */
export function remoteNetwork(
  req: IncomingMessage,
  behindProxy: boolean,
): string | null {
  const address = callerAddress(req, behindProxy);
  return isLoopback(address) || address === LOOPBACK_NETWORK ? null : address;
}

/** Where ::1 is. */
const LOOPBACK_NETWORK = "0:0:0:0::/64";

export function isLoopback(address: string): boolean {
  return /^(::1|(::ffff:)?127\..*)$/i.test(address);
}

function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("%")[0]!.toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = !tail ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
