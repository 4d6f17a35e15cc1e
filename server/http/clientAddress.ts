/** The address of a client, for rate limits and connection limits. */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * An IPv4 address, or the /64 network of an IPv6 address, since one subscriber has a whole /64. X-Forwarded-For is
 * trusted only from a proxy on this machine, and only its last entry, which that proxy wrote.
 */
export function clientAddress(req: IncomingMessage, behindProxy: boolean): string {
  const direct = req.socket.remoteAddress ?? "unknown";
  const forwarded = req.headers["x-forwarded-for"];
  if (!behindProxy || !isLoopback(direct) || typeof forwarded !== "string") {
    return networkOf(direct);
  }
  const last = forwarded.split(",").at(-1)?.trim() ?? "";
  return networkOf(isIP(last) === 0 ? direct : last);
}

/** Null for this machine, which stands for every client behind a local proxy or tunnel. */
export function remoteNetwork(req: IncomingMessage, behindProxy: boolean): string | null {
  const address = clientAddress(req, behindProxy);
  return isLoopback(address) || address === LOOPBACK_NETWORK ? null : address;
}

/** The /64 of ::1. */
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
