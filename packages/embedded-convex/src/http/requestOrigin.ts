/** Where a client reached the server, and whether a page may speak to it. Pure: it reads headers and nothing else. */
import type { IncomingMessage } from "node:http";

/** A name or address with an optional port; nothing that could end a header or a URL early. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

export interface Addresses {
  /** Where the server listens, as `http://127.0.0.1:3000`. */
  readonly ownUrl: string;
  /** Where people reach it, if that is elsewhere. */
  readonly publicUrl?: string | undefined;
}

/** The origin that the client used, for the URLs that it is given. */
export function originOf(req: IncomingMessage, addresses: Addresses): string {
  const { ownUrl, publicUrl } = addresses;
  const host = req.headers.host;
  if (host === undefined || !HOST.test(host)) return publicUrl ?? ownUrl;
  if (publicUrl !== undefined && new URL(publicUrl).host === host) {
    return publicUrl;
  }
  return `http://${host.toLowerCase()}`;
}

/** A page of another site may not open a connection, whatever its cookies. What is no page sends no Origin. */
export function isOwnOrigin(
  req: IncomingMessage,
  addresses: Addresses,
): boolean {
  const { origin, host } = req.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  if (origin === addresses.publicUrl) return true;
  return new URL(origin).host === host?.toLowerCase();
}
