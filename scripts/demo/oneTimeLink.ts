/**
 * A link that signs in the first browser that opens it. The process of the demo serves it on a second port with the
 * session's cookies, and then closes that port. Browsers send the cookies of a host to all of its ports, so they also
 * reach the product, which has no route for such a link.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface Session {
  /** Set-Cookie headers. */
  readonly setCookies: readonly string[];
  /** The page that the browser is sent to, on the host of the link. */
  readonly page: string;
}

export interface OneTimeLink {
  readonly url: string;
  close(): void;
}

export async function openOneTimeLink({ setCookies, page }: Session): Promise<OneTimeLink> {
  const path = Buffer.from(`/${randomBytes(24).toString("base64url")}`);
  let isUsed = false;
  const server = createServer((req, res) => {
    const given = Buffer.from(req.url ?? "");
    const isRight =
      req.method === "GET" && given.length === path.length && timingSafeEqual(given, path);
    if (!isRight || isUsed) {
      res.writeHead(404, { connection: "close" }).end("Not found.\n");
      return;
    }
    isUsed = true;
    res
      .writeHead(303, {
        location: page,
        "set-cookie": [...setCookies],
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        connection: "close",
      })
      .end();
    server.close();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${new URL(page).hostname}:${port}${path.toString()}`,
    close: () => server.close(),
  };
}
