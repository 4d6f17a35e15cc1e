/**
 * The HTTP server of one data folder on one port. The folder is locked before anything in it is opened, and released
 * after everything is closed.
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
  HttpError,
  rawResponse,
  sendError,
  StartupError,
} from "embedded-convex";
import { openBackend, type Backend, type BackendOptions } from "./backend";
import { lockDataFolder } from "./backup/dataFolder";
import { enforceMinBodyRate, HTTP_TIMEOUTS, type HttpTimeouts } from "./http/timeouts";

export interface ServerOptions extends Omit<BackendOptions, "ownUrl"> {
  readonly port: number;
  readonly host: string;
  /** Shorter in tests. */
  readonly timeouts?: Partial<HttpTimeouts>;
}

export interface Server {
  /** The URL on this machine. */
  readonly url: string;
  /** What the operator must know of this start. */
  readonly notes: readonly string[];
  close(): Promise<void>;
}

/** Grace period for requests in flight when the server stops. */
const SHUTDOWN_GRACE_MS = 1_400;

/** @throws StartupError */
export async function createServer(options: ServerOptions): Promise<Server> {
  const folder = lockDataFolder(options.dataDir);
  try {
    return await serve(options, () => folder.release());
  } catch (error) {
    folder.release();
    throw diskStartupError(error, options.dataDir) ?? error;
  }
}

function diskStartupError(error: unknown, dataDir: string): StartupError | null {
  const code = diskFaultCode(error);
  if (code === null) return null;
  if (FULL.test(code)) {
    return new StartupError(
      `The disk with the data folder ${dataDir} is full (${code}). Free some space, and start again; what was saved is kept.`,
      { cause: error },
    );
  }
  if (error instanceof StartupError) return null;
  return new StartupError(
    `The disk with the data folder ${dataDir} cannot be used (${code}). Check that it has space and is writable, and start again.`,
    { cause: error },
  );
}

/** SQLite reports the second one when there is no space for its shared memory file. */
const FULL = /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)$/;

async function serve(options: ServerOptions, release: () => void): Promise<Server> {
  const http = httpServer({ ...HTTP_TIMEOUTS, ...options.timeouts });
  const { port } = await listen(http, options);
  // Opened after listening, since the port is part of the token issuer. Requests that arrive earlier wait.
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
  let closing: Promise<void> | undefined;
  return {
    url: `http://${reachableHost(options.host)}:${port}`,
    notes: backend.notes,
    close: () => (closing ??= shutDown(http, backend).then(release)),
  };
}

function httpServer(timeouts: HttpTimeouts): HttpServer {
  const http = createHttpServer({
    headersTimeout: timeouts.headersMs,
    connectionsCheckingInterval: timeouts.checkIntervalMs,
    // No total limit for uploads: enforceMinBodyRate limits slow ones.
    requestTimeout: 0,
    keepAliveTimeout: timeouts.idleMs,
    // connectBackend responds with a message; Node would send an empty 400.
    requireHostHeader: false,
  });
  http.setTimeout(timeouts.idleMs);
  http.on("request", (req) => enforceMinBodyRate(req, timeouts));
  return http;
}

async function shutDown(http: HttpServer, backend: Backend): Promise<void> {
  const closed = new Promise((resolve) => http.close(resolve));
  http.closeIdleConnections();
  await backend.close(delay(SHUTDOWN_GRACE_MS));
  http.closeAllConnections();
  await closed;
}

function connectBackend(http: HttpServer, opening: Promise<Backend>): void {
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    if (req.headers.host === undefined && req.httpVersion === "1.1") {
      const sentence = "The request has no Host header.";
      res.setHeader("connection", "close");
      sendError(res, new HttpError(400, "NoHost", sentence));
      drain(req);
      return;
    }
    const backend = await opening;
    await backend.handle(req, res);
  };
  // If opening fails, the server stops: drop the connection.
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
    sendError(
      res,
      new HttpError(417, "ExpectationFailed", "Only Expect: 100-continue is supported."),
    );
  });
  http.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return;
    socket.end(clientErrorResponse(error.code));
  });
}

/** For a request that Node could not parse, or that never became complete. */
function clientErrorResponse(code: string | undefined): string {
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
      return rawResponse("400 Bad Request", "BadRequest", "This is not a valid HTTP request.");
  }
}

async function listen(http: HttpServer, { port, host }: ServerOptions): Promise<AddressInfo> {
  http.listen(port, host);
  try {
    await once(http, "listening");
  } catch (cause) {
    throw new StartupError(listenErrorMessage(cause, port, host), { cause });
  }
  // A string only for a pipe or Unix socket.
  return http.address() as AddressInfo;
}

function listenErrorMessage(cause: unknown, port: number, host: string): string {
  const { code } = cause as NodeJS.ErrnoException;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is in use by another program: stop that one, or set PORT to another port.`;
    case "EACCES":
      return `This user has no permission to use port ${port}. Set PORT to a port above 1023.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `This machine has no address ${host}. Set HOST to one of its addresses: 127.0.0.1 for this machine only, 0.0.0.0 for all networks.`;
    default:
      return `The server cannot listen on ${host}, port ${port} (${code ?? String(cause)}).`;
  }
}

/** 0.0.0.0 and :: are addresses to listen on, not to connect to. */
function reachableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
