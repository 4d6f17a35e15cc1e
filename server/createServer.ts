/**
 * The server on its own: one data folder, one port, one backend. Holds the listening socket and the order of coming and going:
 * the folder is held before anything in it is opened, and released after all of it is closed.
 */
import { once } from "node:events";
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import {
  diskFaultCode,
  drain,
  HttpRefusal,
  rawResponse,
  sendRefusal,
  StartupError,
} from "embedded-convex";
import { openBackend, type Backend, type BackendOptions } from "./backend";
import { holdDataFolder } from "./backup/dataFolder";
import { keepPace, PATIENCE, type Patience } from "./http/timeouts";

export interface ServerOptions extends Omit<BackendOptions, "ownUrl"> {
  readonly port: number;
  readonly host: string;
  /** Shorter where a test has no time to wait. */
  readonly patience?: Partial<Patience>;
}

export interface Server {
  /** Where it can be reached from this machine. */
  readonly url: string;
  close(): Promise<void>;
}

/** How long what is in flight may take when the server stops. */
const CLOSING_MS = 1_400;

/** @throws StartupError */
export async function createServer(options: ServerOptions): Promise<Server> {
  const folder = holdDataFolder(options.dataDir);
  try {
    return await serve(options, () => folder.release());
  } catch (error) {
    folder.release();
    throw diskRefusal(error, options.dataDir) ?? error;
  }
}

/** A start that its disk refused, in whatever part of it, is for the person who can see to the disk. */
function diskRefusal(error: unknown, dataDir: string): StartupError | null {
  const code = diskFaultCode(error);
  if (code === null || error instanceof StartupError) return null;
  return new StartupError(
    `The disk with the data folder ${dataDir} cannot be used (${code}): see that it has space and can be written, and start again.`,
    { cause: error },
  );
}

async function serve(
  options: ServerOptions,
  release: () => void,
): Promise<Server> {
  const patience = { ...PATIENCE, ...options.patience };
  const http = createHttpServer({
    headersTimeout: patience.headersMs,
    connectionsCheckingInterval: patience.lookMs,
    // An upload may take as long as it moves: `keepPace` sees to that.
    requestTimeout: 0,
    keepAliveTimeout: patience.idleMs,
    // Node would refuse such a request without a word.
    requireHostHeader: false,
  });
  http.setTimeout(patience.idleMs);
  http.on("request", (req) => keepPace(req, patience));
  const { port } = await listen(http, options);
  // The port is part of the tokens' issuer, so what needs it is opened after; who is quicker than that waits.
  const opening = openBackend({
    ...options,
    ownUrl: `http://127.0.0.1:${port}`,
  });
  connectBackend(http, opening);
  let backend: Backend;
  try {
    backend = await opening;
  } catch (error) {
    http.closeAllConnections();
    http.close();
    throw error;
  }
  return {
    url: `http://${reachableHost(options.host)}:${port}`,
    close: once_(async () => {
      const closed = new Promise((resolve) => http.close(resolve));
      http.closeIdleConnections();
      await backend.close(after(CLOSING_MS));
      http.closeAllConnections();
      await closed;
      release();
    }),
  };
}

function connectBackend(http: HttpServer, opening: Promise<Backend>): void {
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    if (req.headers.host === undefined && req.httpVersion === "1.1") {
      const sentence = "A request must say which host it is for.";
      sendRefusal(res, new HttpRefusal(400, "NoHost", sentence));
      drain(req);
      return;
    }
    const backend = await opening;
    await backend.handle(req, res);
  };
  // Where opening fails the process ends, or the caller hears of it; either way nobody is left to answer.
  http.on("request", (req, res) => {
    answer(req, res).catch(() => req.socket.destroy());
  });
  http.on("upgrade", (req, socket, head) => {
    opening.then(
      (backend) => {
        if (!backend.upgrade(req, socket, head)) socket.destroy();
      },
      () => socket.destroy(),
    );
  });
  http.on("checkExpectation", (_req: IncomingMessage, res: ServerResponse) => {
    res.setHeader("connection", "close");
    sendRefusal(
      res,
      new HttpRefusal(
        417,
        "ExpectationFailed",
        "Nothing but 100-continue can be expected here.",
      ),
    );
  });
  http.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return;
    socket.end(refusalOfBroken(error.code));
  });
}

/** What came is no request of HTTP, or never became a whole one. */
function refusalOfBroken(code: string | undefined): string {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return rawResponse(
        "431 Request Header Fields Too Large",
        "HeadersTooLarge",
        "The headers of this request are too long.",
      );
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return rawResponse(
        "408 Request Timeout",
        "RequestTimeout",
        "The request did not arrive in time.",
      );
    default:
      return rawResponse(
        "400 Bad Request",
        "BadRequest",
        "This is not a request of HTTP.",
      );
  }
}

async function listen(
  http: HttpServer,
  { port, host }: ServerOptions,
): Promise<AddressInfo> {
  http.listen(port, host);
  try {
    await once(http, "listening");
  } catch (cause) {
    throw new StartupError(refusalOf(cause, port, host), { cause });
  }
  // Only a pipe has another form of address, and this is none.
  return http.address() as AddressInfo;
}

function refusalOf(cause: unknown, port: number, host: string): string {
  const { code } = cause as NodeJS.ErrnoException;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is in use by another program: stop that one, or set PORT to another port.`;
    case "EACCES":
      return `Port ${port} may not be used by this user: set PORT to one above 1023.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `This machine has no address ${host}: set HOST to one that it has, 127.0.0.1 for itself or 0.0.0.0 for all.`;
    default:
      return `The server cannot listen on ${host}, port ${port} (${code ?? String(cause)}).`;
  }
}

/** An address that means "all of this machine's" is none to go to. */
function reachableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

function once_(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= run());
}
