/** The path and the query of a request. Unlike `new URL`, it takes whatever a client may have sent. */
import type { IncomingMessage } from "node:http";

export interface RequestTarget {
  readonly path: string;
  readonly query: URLSearchParams;
}

export function requestTarget(req: IncomingMessage): RequestTarget {
  const url = req.url ?? "/";
  const mark = url.indexOf("?");
  return mark < 0
    ? { path: url, query: new URLSearchParams() }
    : {
        path: url.slice(0, mark),
        query: new URLSearchParams(url.slice(mark + 1)),
      };
}
