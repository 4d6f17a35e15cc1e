/** A real HTTP server on a free port around handlers under test. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<boolean>;

export interface TestServer {
  readonly origin: string;
  readonly server: Server;
  /** The errors that the handler threw. */
  readonly errors: unknown[];
  close(): Promise<void>;
}

export async function serve(...handlers: Handler[]): Promise<TestServer> {
  const errors: unknown[] = [];
  const server = createServer((req, res) => {
    void answer(req, res).catch((error: unknown) => {
      errors.push(error);
      if (!res.headersSent) res.writeHead(500);
      res.end();
    });
  });
  async function answer(req: IncomingMessage, res: ServerResponse) {
    for (const handler of handlers) {
      if (await handler(req, res)) return;
    }
    res.writeHead(418).end("not handled");
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    server,
    errors,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
