/**
 * A plain HTTP server around one handler, closed when the test ends. Requests that the handler does not take get 404.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { HttpError } from "../../src/httpError";
import { sendError } from "../../src/http/responses";
import type { Handler } from "../../src/http/router";
import { DEFAULT_LIMITS, limitsOf } from "../../src/requestLimits";

export async function anHttpServer(handler: Handler): Promise<string> {
  const server = createServer((req, res) => {
    handler(req, res, limitsOf(DEFAULT_LIMITS, "HTTP actions"))
      .then((isHandled) => {
        if (!isHandled) res.writeHead(404).end("not handled");
      })
      .catch((error: unknown) => {
        if (error instanceof HttpError) sendError(res, error);
        else res.writeHead(500).end(String(error));
      });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
