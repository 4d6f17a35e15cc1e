/**
 * Everything behind one address: the functions, the accounts, the files, the live connections and the built client. It answers
 * requests and upgrades, and knows nothing of who listens: our own server does, or Vite's in development.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { openAccounts, type Accounts } from "./accounts/accounts";
import { AUDIENCE } from "./accounts/betterAuth";
import { createTokenVerifier } from "./accounts/tokens";
import type { SignUps } from "./config";
import { openBlobStore } from "./files/blobs";
import { downloadHandler } from "./files/download";
import { drain } from "./files/drain";
import { uploadHandler } from "./files/upload";
import { openEngine, type Engine, type ModuleMap } from "./functions/engine";
import { ReadIndex, touches } from "./functions/readSet";
import { httpActions } from "./httpActions";
import { HttpRefusal, pathOf, sendJson, sendRefusal } from "./httpAnswers";
import { httpFunctions } from "./httpFunctions";
import { commonHeaders, NO_PAGE_POLICY } from "./httpHeaders";
import { errorText, type Log } from "./log";
import { isOwnOrigin, originOf } from "./requestOrigin";
import { staticFiles } from "./staticFiles";
import { SyncServer } from "./sync/syncServer";
import { WebSockets } from "./sync/webSockets";

/** Convex's own limit for a file that is stored by its address. */
const MAX_UPLOAD_BYTES = 512 * 1024 * 1024;

type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<boolean>;

export interface BackendOptions {
  readonly dataDir: string;
  readonly signUps: SignUps;
  /** Where the server listens, as `http://127.0.0.1:3000`. */
  readonly ownUrl: string;
  readonly publicUrl?: string | undefined;
  /** Where the built client is; in development Vite serves it. */
  readonly clientDir: string | null;
  readonly log: Log;
  /** The functions to run; those of `convex/` unless a test brings others. */
  readonly modules?: ModuleMap;
  /** Tells clients the text of every error: for development. */
  readonly showErrors?: boolean;
}

export interface Backend {
  /** True where the request was answered; never false if there is a client to serve. */
  readonly handle: Handler;
  readonly upgrade: (
    req: IncomingMessage,
    socket: Duplex,
    head: Buffer,
  ) => boolean;
  readonly replaceModules: (modules: ModuleMap) => Promise<void>;
  /** Answers what is in flight, until the deadline, and puts everything away. */
  readonly close: (deadline: Promise<void>) => Promise<void>;
}

/** @throws StartupError */
export async function openBackend(options: BackendOptions): Promise<Backend> {
  const { dataDir, signUps, ownUrl, publicUrl, log, modules } = options;
  const addresses = { ownUrl, publicUrl };
  const issuer = publicUrl ?? ownUrl;
  // A call knows how its client came here; what runs by itself, later, has only the environment to ask, as on Convex.
  process.env.CONVEX_SITE_URL ??= issuer;
  const blobs = openBlobStore(join(dataDir, "files"));
  const engine = openEngine({
    dataDir,
    blobs,
    log,
    exposeErrors: options.showErrors ?? false,
    ...(modules === undefined ? {} : { modules }),
  });
  let accounts: Accounts;
  try {
    accounts = await openAccounts({ dataDir, issuer, signUps, log });
  } catch (error) {
    await engine.close();
    throw error;
  }
  const verifyToken = createTokenVerifier({
    own: { issuer, applicationID: AUDIENCE, keys: () => accounts.keys() },
    providers: engine.trustedProviders,
  });
  const sync = new SyncServer({
    runner: engine,
    readRules: { touches, newFiling: <Owner>() => new ReadIndex<Owner>() },
    verifyToken,
    log,
  });
  const sockets = new WebSockets({
    sync,
    log,
    originOf: (req) => originOf(req, addresses),
    isOwnOrigin: (req) => isOwnOrigin(req, addresses),
  });
  const callers = {
    verifyToken,
    originOf: (req: IncomingMessage) => originOf(req, addresses),
  };
  const requests = new Requests(log, [
    healthHandler(() => ({
      connections: sockets.size,
      queryRuns: sync.queryRuns,
    })),
    (req, res) => accounts.handler(req, res),
    httpFunctions({ runner: engine, touches, ...callers }),
    ...fileHandlers(engine, blobs, log),
    clientEvents,
    httpActions({
      runHttpAction: (request, caller) => engine.runHttpAction(request, caller),
      ...callers,
    }),
    ...(options.clientDir === null
      ? [unknownCall]
      : [unknownCall, ...clientHandlers(options.clientDir, callers.originOf)]),
  ]);
  const headers = Object.entries(commonHeaders(publicUrl));
  return {
    handle: (req, res) => {
      for (const [name, value] of headers) res.setHeader(name, value);
      return requests.handle(req, res);
    },
    upgrade: (req, socket, head) => sockets.upgrade(req, socket, head),
    replaceModules: async (changed) => {
      await engine.replaceModules(changed);
      sync.rerunAll();
    },
    close: async (deadline) => {
      await Promise.all([sockets.close(deadline), requests.finish(deadline)]);
      sync.close();
      await engine.close();
      accounts.close();
    },
  };
}

/** Asks each handler in its turn, and sees to it that every request has an answer. */
class Requests {
  readonly #log: Log;
  readonly #handlers: readonly Handler[];
  readonly #inFlight = new Set<Promise<boolean>>();

  constructor(log: Log, handlers: readonly Handler[]) {
    this.#log = log;
    this.#handlers = handlers;
  }

  handle(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    const handled = this.#answer(req, res);
    this.#inFlight.add(handled);
    void handled.finally(() => this.#inFlight.delete(handled));
    return handled;
  }

  async finish(deadline: Promise<void>): Promise<void> {
    await Promise.race([deadline, Promise.all(this.#inFlight)]);
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    const startedAt = performance.now();
    try {
      for (const handler of this.#handlers) {
        if (await handler(req, res)) return true;
      }
      return false;
    } catch (error) {
      this.#fail(req, res, error);
      return true;
    } finally {
      // Without the query: it may hold an invitation or the key of an upload.
      this.#log.info("request", {
        method: req.method,
        path: pathOf(req),
        status: res.statusCode,
        ms: Math.round(performance.now() - startedAt),
      });
    }
  }

  #fail(req: IncomingMessage, res: ServerResponse, error: unknown): void {
    if (error instanceof HttpRefusal && !res.headersSent) {
      sendRefusal(res, error);
      drain(req);
      return;
    }
    // Who is gone cannot be answered, and going is no fault.
    if (req.destroyed && !req.complete) return;
    this.#log.error("a request failed", {
      path: pathOf(req),
      error: errorText(error),
    });
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const sentence = "Something went wrong on the server.";
    sendRefusal(res, new HttpRefusal(500, "InternalServerError", sentence));
    drain(req);
  }
}

function healthHandler(counts: () => Record<string, number>): Handler {
  return async (req, res) => {
    if (pathOf(req) !== "/api/health") return false;
    const uptimeSeconds = Math.floor(process.uptime());
    sendJson(res, 200, { status: "ok", uptimeSeconds, ...counts() });
    return Promise.resolve(true);
  };
}

/** What clients tell of their own troubles, where they were asked to. Taken, and not kept. */
async function clientEvents(
  req: IncomingMessage,
  res: ServerResponse,
): Promise<boolean> {
  if (pathOf(req) !== "/api/debug_event") return false;
  res.writeHead(req.method === "POST" ? 200 : 405).end();
  drain(req);
  return Promise.resolve(true);
}

function fileHandlers(
  engine: Engine,
  blobs: ReturnType<typeof openBlobStore>,
  log: Log,
): Handler[] {
  const { files } = engine;
  return [
    uploadHandler({
      claim: (token) => files.claimUpload(token),
      record: (blob, contentType) => files.record(blob, contentType),
      blobs,
      maxBytes: MAX_UPLOAD_BYTES,
    }),
    downloadHandler({ blobs, log, find: (blobId) => files.lookup(blobId) }),
  ];
}

async function unknownCall(
  req: IncomingMessage,
  res: ServerResponse,
): Promise<boolean> {
  if (!/^\/api(\/|$)/.test(pathOf(req))) return false;
  sendJson(res, 404, { code: "NotFound", message: "There is no such call." });
  drain(req);
  return Promise.resolve(true);
}

function clientHandlers(
  folder: string,
  originOfRequest: (req: IncomingMessage) => string,
): Handler[] {
  return [
    staticFiles({ folder, originOf: originOfRequest }),
    async (req, res) => {
      res.setHeader("content-security-policy", NO_PAGE_POLICY);
      sendJson(res, 404, { code: "NotFound", message: "Nothing is here." });
      drain(req);
      return Promise.resolve(true);
    },
  ];
}
