/** Small answers in JSON, and bodies read within a limit: what every route over plain HTTP needs. */
import type { IncomingMessage, ServerResponse } from "node:http";

/** A request that cannot be served as it came. The message is for whoever wrote the client. */
export class HttpRefusal extends Error {
  override readonly name = "HttpRefusal";
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export function sendJson(
  res: ServerResponse,
  status: number,
  body: unknown,
): void {
  res.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
  res.end(JSON.stringify(body));
}

export function sendRefusal(res: ServerResponse, refusal: HttpRefusal): void {
  const { status, code, message } = refusal;
  sendJson(res, status, { code, message });
}

/** The path of a request without its query, whatever a client may have sent. */
export function pathOf(req: IncomingMessage): string {
  const url = req.url ?? "/";
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

/** @throws HttpRefusal where the body is longer than `maxBytes`. */
export async function readBody(
  req: IncomingMessage,
  maxBytes: number,
): Promise<string> {
  const tooLarge = () =>
    new HttpRefusal(
      413,
      "RequestTooLarge",
      `The request is larger than ${maxBytes} bytes.`,
    );
  if (Number(req.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}
