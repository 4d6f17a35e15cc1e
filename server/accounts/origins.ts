/**
 * Which site a request may come from: this server's own, by whatever address it was opened, and no other. Pure.
 *
 * A name that anybody could point at this machine is not trusted by being asked for: a page of another site could otherwise
 * re-point its own name here and speak as "the same origin" (DNS rebinding). Addresses, and names that only the local network
 * gives out, cannot be re-pointed so.
 */
import { isIP } from "node:net";

/** Endings that no registrar sells. */
const LOCAL_NAMES = /\.(localhost|local|lan|internal|home\.arpa)$/;

export interface OriginHeaders {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly "sec-fetch-site"?: string | string[] | undefined;
}

/** The addresses by which a browser may know this server, for a request to this Host. Empty: the name is not ours. */
export function ownOrigins(host: string | undefined, issuer: string): string[] {
  const own = new URL(issuer);
  if (host?.toLowerCase() === own.host) return [own.origin];
  if (host === undefined || !isLocalHost(host)) return [];
  // A proxy that ends TLS may pass its own idea of the host on; the browser still names the public address.
  return [`http://${host.toLowerCase()}`, own.origin];
}

/** Browsers name the origin of every request that is not a GET; who does not is no browser, and carries no one's cookies. */
export function isFromOwnPages(
  headers: OriginHeaders,
  issuer: string,
): boolean {
  if (headers.origin !== undefined) {
    return ownOrigins(headers.host, issuer).includes(headers.origin);
  }
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}

function isLocalHost(host: string): boolean {
  const name = hostNameOf(host);
  if (name === null) return false;
  if (isIP(name.replace(/^\[|\]$/g, "")) !== 0) return true;
  return !name.includes(".") || LOCAL_NAMES.test(name);
}

/** Null for what is no host, such as `a@b` or `a/b`. */
function hostNameOf(host: string): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i.exec(host);
  return match?.[1]?.toLowerCase() ?? null;
}
