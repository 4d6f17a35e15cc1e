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
import { remoteNetwork } from "./accounts/webRequest";
import { DailyBackups } from "./backup/dailyBackups";
import { lastBackupAt } from "./backup/lastBackup";
import { keepOldFormat } from "./backup/oldFormat";
import { DATA } from "./backup/entryNames";
import type { SignUps } from "./config";
import { openBlobStore } from "../packages/embedded-convex/src/runtime/blobs";
import { downloadHandler } from "../packages/embedded-convex/src/http/download";
import { drain } from "../packages/embedded-convex/src/http/drain";
import {
  UPLOAD_PATH,
  uploadHandler,
} from "../packages/embedded-convex/src/http/upload";
import {
  openEngine,
  type Engine,
  type ModuleMap,
} from "../packages/embedded-convex/src/runtime/engine";
import {
  ReadIndex,
  touches,
} from "../packages/embedded-convex/src/runtime/readSet";
import { healthHandler } from "./monitoring/health";
import { httpActions } from "../packages/embedded-convex/src/http/httpActions";
import {
  HttpRefusal,
  pathOf,
  sendJson,
} from "../packages/embedded-convex/src/http/answers";
import { httpFunctions } from "../packages/embedded-convex/src/http/functionCalls";
import { commonHeaders, NO_PAGE_POLICY } from "./http/headers";
import type { Log } from "../packages/embedded-convex/src/log";
import { isOwnOrigin, originOf } from "./http/requestOrigin";
import { loadModules } from "./modules";
import { Requests, type Handler, type Route } from "./http/router";
import { staticFiles } from "./http/staticFiles";
import { SyncServer } from "../packages/embedded-convex/src/sync/syncServer";
import { WebSockets } from "../packages/embedded-convex/src/sync/webSockets";
import { counted, Traffic } from "./monitoring/requestMetrics";

/** Convex's own limit for a file that is stored by its address. */
const MAX_UPLOAD_BYTES = 512 * 1024 * 1024;

export interface BackendOptions {
  readonly dataDir: string;
  readonly signUps: SignUps;
  /** Where the server listens, as `http://127.0.0.1:3000`. */
  readonly ownUrl: string;
  readonly publicUrl?: string | undefined;
  /** Where the built client is; in development Vite serves it. */
  readonly clientDir: string | null;
  readonly log: Log;
  /**
   * The disk failed under a commit, of which nobody knows now whether it is there: the process should end within the call. Clients
   * then come back to the next one, ask again, and are told what the disk has.
   */
  readonly onLost?: (error: unknown) => void;
  /** The functions to run; those of `convex/` unless a test brings others. */
  readonly modules?: ModuleMap;
  /** Tells clients the text of every error: for development. */
  readonly showErrors?: boolean;
  /** Copies the data once a day into the data folder's own `backups`. */
  readonly dailyBackups?: boolean;
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
  const { dataDir, signUps, ownUrl, publicUrl, log } = options;
  const modules = options.modules ?? loadModules();
  const addresses = { ownUrl, publicUrl };
  const issuer = publicUrl ?? ownUrl;
  // A call knows how its client came here; what runs by itself, later, has only the environment to ask, as on Convex.
  process.env.CONVEX_SITE_URL ??= issuer;
  await keepOldFormat(dataDir);
  const blobs = openBlobStore(join(dataDir, "files"));
  const engine = openEngine({
    dataDir,
    blobs,
    log,
    onLost: options.onLost,
    exposeErrors: options.showErrors ?? false,
    modules,
  });
  let accounts: Accounts;
  try {
    accounts = await openAccounts({
      dataDir,
      issuer,
      signUps,
      log,
      onLost: options.onLost,
    });
  } catch (error) {
    await engine.close();
    throw error;
  }
  const backups = new DailyBackups({
    dataDir,
    log,
    isWorthwhile: () => engine.hasDocuments(),
    copyDatabase: (name, to, signal) =>
      (name === DATA ? engine : accounts).copyDatabase(to, signal),
  });
  if (options.dailyBackups ?? false) backups.start();
  const verifyToken = createTokenVerifier({
    own: { issuer, applicationID: AUDIENCE, keys: () => accounts.keys() },
    providers: engine.trustedProviders,
  });
  const traffic = new Traffic({ log });
  const runner = counted({
    runner: engine,
    traffic,
    log,
    nameOf: (udfPath) => engine.functionName(udfPath),
  });
  const sync = new SyncServer({
    runner,
    readRules: { touches, newFiling: <Owner>() => new ReadIndex<Owner>() },
    verifyToken,
    log,
  });
  const sockets = new WebSockets({
    sync,
    log,
    originOf: (req) => originOf(req, addresses),
    isOwnOrigin: (req) => isOwnOrigin(req, addresses),
    addressOf: (req) => remoteNetwork(req, issuer.startsWith("https:")),
  });
  const callers = {
    verifyToken,
    originOf: (req: IncomingMessage) => originOf(req, addresses),
  };
  let isClosing = false;
  const health = healthHandler({
    dataDir,
    log,
    isClosing: () => isClosing,
    checkDatabase: () => engine.checkDatabase(),
    connections: () => sockets.size,
    queryRuns: () => sync.queryRuns,
    lastBackupAt: () => lastBackupAt(dataDir),
  });
  const routes: Route[] = [
    { name: "/api/health", handler: health, tellsItself: true },
    { name: "/api/auth", handler: (req, res) => accounts.handler(req, res) },
    // It answers the paths of its calls and no other, so they are few.
    { name: pathOf, handler: httpFunctions({ runner, touches, ...callers }) },
    ...fileRoutes(engine, blobs, log),
    { name: "/api/debug_event", handler: clientEvents },
    {
      name: (req) =>
        engine.httpRoute(req.method ?? "", pathOf(req)) ?? "an HTTP action",
      handler: httpActions({
        runHttpAction: (request, caller) =>
          engine.runHttpAction(request, caller),
        ...callers,
      }),
    },
    { name: "an unknown call", handler: unknownCall },
    ...(options.clientDir === null
      ? []
      : clientRoutes(options.clientDir, callers.originOf)),
  ];
  const requests = new Requests({ log, traffic, routes });
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
      isClosing = true;
      await Promise.all([
        sockets.close(deadline),
        requests.finish(deadline),
        backups.stop(deadline),
      ]);
      sync.close();
      await engine.close();
      accounts.close();
      traffic.close();
    },
  };
}

/** What clients tell of their own troubles, where they were asked to. Taken, and not kept. */
async function clientEvents(
  req: IncomingMessage,
  res: ServerResponse,
): Promise<boolean> {
  if (pathOf(req) !== "/api/debug_event") return false;
  if (req.method !== "POST") {
    throw new HttpRefusal(405, "MethodNotAllowed", "Events take POST.");
  }
  res.writeHead(200).end();
  drain(req);
  return Promise.resolve(true);
}

function fileRoutes(
  engine: Engine,
  blobs: ReturnType<typeof openBlobStore>,
  log: Log,
): Route[] {
  const { files } = engine;
  const upload = uploadHandler({
    claim: (token) => files.claimUpload(token),
    record: (blob, contentType) => files.record(blob, contentType),
    blobs,
    maxBytes: MAX_UPLOAD_BYTES,
  });
  const find = (blobId: string) => files.lookup(blobId);
  return [
    { name: UPLOAD_PATH, handler: upload },
    { name: "/api/storage", handler: downloadHandler({ blobs, log, find }) },
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

function clientRoutes(
  folder: string,
  originOfRequest: (req: IncomingMessage) => string,
): Route[] {
  const nothing: Handler = (req, res) => {
    res.setHeader("content-security-policy", NO_PAGE_POLICY);
    sendJson(res, 404, { code: "NotFound", message: "Nothing is here." });
    drain(req);
    return Promise.resolve(true);
  };
  return [
    {
      name: "a page or its parts",
      handler: staticFiles({ folder, originOf: originOfRequest }),
    },
    { name: "nothing that is here", handler: nothing },
  ];
}
