/**
 * CSRF protection: requests are accepted from this server's own origins only. Pure.
 *
 * A public host name is not trusted just because a request names it: an attacker could point their own name at this
 * machine and become "same origin" (DNS rebinding). IP addresses and names that only the local network resolves cannot
 * be rebound.
 */
import { isIP } from "node:net";

/** Suffixes that no registrar sells. */
const LOCAL_NAMES = /\.(localhost|local|lan|internal|home\.arpa)$/;

export interface OriginHeaders {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly "sec-fetch-site"?: string | string[] | undefined;
}

/** The origins of our own pages, for a request with this Host header. Empty if the host is not ours. */
export function ownOrigins(host: string | undefined, issuer: string): string[] {
  const own = new URL(issuer);
  if (host?.toLowerCase() === own.host) return [own.origin];
  if (host === undefined || !isLocalHost(host)) return [];
  // A TLS proxy may replace the Host header, while the Origin header still names the public address.
  return [`http://${host.toLowerCase()}`, own.origin];
}

/**
 * Whether a request with this Host header may be served. Otherwise a page of an attacker, under a name that resolves to
 * this machine, could read responses that only the office's network should get. HTTP/1.0 has no Host header, and no
 * browser sends it.
 */
export function isOwnHost(host: string | undefined, issuer: string): boolean {
  return host === undefined || ownOrigins(host, issuer).length > 0;
}

/**
 * Browsers send Origin or Sec-Fetch-Site with every POST. Without both, the client is not a browser, so CSRF does not
 * apply.
 */
export function isFromOwnPages(headers: OriginHeaders, issuer: string): boolean {
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

/** Null if it is no valid host, such as `a@b` or `a/b`. */
function hostNameOf(host: string): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i.exec(host);
  return match?.[1]?.toLowerCase() ?? null;
}
