/** Splits the target of a request. Unlike `new URL`, accepts any text that a client may have sent. */
import type { IncomingMessage } from "node:http";

export interface RequestTarget {
  readonly path: string;
  readonly query: URLSearchParams;
}

export function requestTarget(req: IncomingMessage): RequestTarget {
  const [path = "", query = ""] = splitTarget(req);
  return { path, query: new URLSearchParams(query) };
}

export function pathOf(req: IncomingMessage): string {
  const [path = ""] = splitTarget(req);
  return path;
}

function splitTarget(req: IncomingMessage): string[] {
  const [target = ""] = (req.url ?? "/").split("#", 1);
  const mark = target.indexOf("?");
  return mark < 0 ? [target] : [target.slice(0, mark), target.slice(mark + 1)];
}
