/** JSON responses, and request bodies read up to a limit: shared by all HTTP routes. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { HttpError } from "../httpError";

/** Headers set on the response beforehand are sent too. */
export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  res.end(JSON.stringify(body));
}

export function sendError(res: ServerResponse, error: HttpError): void {
  const { status, code, message, retryAfterMs } = error;
  if (retryAfterMs !== null) {
    res.setHeader("retry-after", Math.ceil(retryAfterMs / 1000));
  }
  sendJson(res, status, { code, message });
}

/** @throws HttpError if the body is longer than `maxBytes`. */
export async function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    new HttpError(413, "RequestTooLarge", `The request is larger than ${maxBytes} bytes.`);
  if (Number(req.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
