/** The origin that a client used, and whether a page of that origin may connect. Reads request headers only. */
import type { IncomingMessage } from "node:http";

/** A host name or IP address with an optional port. Excludes characters that could break out of a header or a URL. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

export interface Addresses {
  /** The URL on which the server listens, such as `http://127.0.0.1:3000`. */
  readonly ownUrl: string;
  /** The origin that browsers use, if it differs: behind a proxy, for example. */
  readonly publicUrl?: string | undefined;
}

/** The origin that the client used: the base of the URLs in its responses. */
export function originOf(req: IncomingMessage, addresses: Addresses): string {
  const { ownUrl, publicUrl } = addresses;
  const host = req.headers.host;
  if (host === undefined || !HOST.test(host)) return publicUrl ?? ownUrl;
  if (publicUrl !== undefined && new URL(publicUrl).host === host) {
    return publicUrl;
  }
  return `http://${host.toLowerCase()}`;
}

/** Rejects connections from pages of other sites. A client that is not a browser sends no Origin and is accepted. */
export function isOwnOrigin(req: IncomingMessage, addresses: Addresses): boolean {
  const { origin, host } = req.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  if (origin === addresses.publicUrl) return true;
  return new URL(origin).host === host?.toLowerCase();
}
