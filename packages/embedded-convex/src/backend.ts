/**
 * One Convex backend over one data folder: functions, sync protocol, HTTP API and file storage. It serves the requests
 * and upgrades of a Node HTTP server that the host owns. A host that needs more routes combines `routes` with its own
 * in a `Router`.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import type { JSONValue } from "convex/values";
import { HttpError } from "./httpError";
import { sendError } from "./http/responses";
import { BodyBuffer } from "./http/bufferedBody";
import type { CallerOptions } from "./http/caller";
import { debugEventRoute } from "./http/debugEvents";
import { drain } from "./http/drain";
import { functionRoutes } from "./http/functionCalls";
import { HTTP_ACTIONS, httpActionRoute } from "./http/httpActions";
import { isOwnOrigin, originOf } from "./http/requestOrigin";
import { Router, unknownCallRoute, type Route } from "./http/router";
import { storageRoutes } from "./http/storageRoutes";
import { UPLOAD_PATH } from "./http/upload";
import { versionRoute } from "./http/version";
import { InvalidToken, type VerifyToken } from "./identity";
import type { Log } from "./log";
import { RequestGate } from "./requestGate";
import { DEFAULT_LIMITS, type RequestTable } from "./requestLimits";
import { openBlobStore, type BlobStore } from "./runtime/blobs";
import { openEngine, type Engine } from "./runtime/engine";
import { ReadIndex, touches } from "./runtime/readSet";
import type { ModuleMap, TrustedProvider } from "./runtime/registry";
import type { LostCommits } from "./store/lastCommit";
import type { ReadSet, WriteSet } from "./store/readSet";
import type { ConnectionLimits } from "./sync/connectionLimiter";
import { observedRunner, type FinishedCall } from "./sync/observedRunner";
import { SyncServer } from "./sync/syncServer";
import { WebSockets } from "./sync/webSockets";

export interface BackendLimits {
  /**
   * The rate, turn and largest body of every route and message, with those of the host. Default: `DEFAULT_LIMITS`,
   * Convex's sizes without a rate.
   */
  readonly requests: RequestTable;
  /** Values in one message: fields and items at any depth. Default: no limit. */
  readonly messageValues: number;
  /** Concurrent websockets, in total and per network address. */
  readonly connections: Partial<ConnectionLimits>;
  /** Milliseconds that an action or HTTP action may run. Default: 10 minutes. */
  readonly actionMs: number;
}

export interface BackendOptions {
  /** Must be held by this process alone: see `lockDataFolder`. */
  readonly dataDir: string;
  /** The exports of every module of `convex/`, by their path without extension. */
  readonly modules: ModuleMap;
  /** The URL on which the server listens, such as `http://127.0.0.1:3000`. */
  readonly ownUrl: string;
  /** The origin that browsers use, if it differs: behind a proxy, for example. */
  readonly publicUrl?: string | undefined;
  readonly log: Log;
  /**
   * Returns the verifier of sign-in tokens for the issuers in `convex/auth.config.ts`. Called again when the functions
   * are replaced. Without it every token is rejected.
   */
  readonly tokenVerifier?: (providers: readonly TrustedProvider[]) => VerifyToken;
  readonly limits?: Partial<BackendLimits>;
  /** The network address for the limits per address; null exempts the request or connection from them. */
  readonly addressOf?: (req: IncomingMessage) => string | null;
  /**
   * Called when the disk failed during a commit, so that it is unknown whether the commit is stored. Must end the
   * process before it returns: clients reconnect to the next process and retry; it answers from the disk.
   */
  readonly onLost?: ((error: unknown) => void) | undefined;
  /** Whether a stored file is served at its URL; else the response is 404. Default: every file, as on Convex. */
  readonly mayDownload?: (storageId: string) => Promise<boolean>;
  /** Called after each function call by a client, for metrics. */
  readonly onCall?: (call: FinishedCall) => void;
  /** Sends clients the full text of every error, and lets functions print to the console: for development. */
  readonly exposeErrors?: boolean;
}

export interface BackendStats {
  /** Open websockets. */
  readonly connections: number;
  /** Runs of subscribed queries since the start, reruns included. */
  readonly queryRuns: number;
}

/** @throws StartupError, whose message is for the person who starts the server. */
export function openBackend(options: BackendOptions): Backend {
  return new Backend(options);
}

export class Backend {
  /** The HTTP API, the file storage and the HTTP actions, in the order in which a router must try them. */
  readonly routes: readonly Route[];
  /** For the routers of `routes`. */
  readonly gate: RequestGate;
  readonly #engine: Engine;
  readonly #sync: SyncServer<ReadSet, WriteSet>;
  readonly #sockets: WebSockets<ReadSet, WriteSet>;
  readonly #router: Router;
  #verifyToken: VerifyToken;

  constructor(readonly options: BackendOptions) {
    // The engine has another option of this name.
    const { onCall = () => undefined, ...others } = options;
    const { dataDir, log, limits, addressOf = remoteAddress } = others;
    const blobs = openBlobStore(join(dataDir, "files"));
    this.#engine = openEngine({
      ...others,
      blobs,
      actionTimeLimitMs: limits?.actionMs,
    });
    this.#verifyToken = this.#newVerifier();
    const verifyToken: VerifyToken = (token) => this.#verifyToken(token);
    const runner = observedRunner({
      runner: this.#engine,
      nameOf: (udfPath) => this.#engine.functionName(udfPath),
      onCall,
    });
    const gate = new RequestGate({
      table: limits?.requests ?? DEFAULT_LIMITS,
      addressOf,
      personTurn: (caller) => this.#engine.takeTurn(caller, ""),
    });
    this.gate = gate;
    this.#sync = new SyncServer({
      runner,
      readRules: { touches, newReadIndex: <Owner>() => new ReadIndex<Owner>() },
      verifyToken,
      log,
      gate,
      maxValues: limits?.messageValues,
    });
    this.#sockets = new WebSockets({
      sync: this.#sync,
      log,
      originOf: (req) => originOf(req, options),
      isOwnOrigin: (req) => isOwnOrigin(req, options),
      addressOf,
      gate,
      connections: limits?.connections,
    });
    const callers = {
      verifyToken,
      originOf: (req: IncomingMessage) => originOf(req, options),
    };
    const calls = functionRoutes({
      runner,
      touches,
      gate,
      maxValues: limits?.messageValues,
      ...callers,
    });
    this.routes = [...calls, ...this.#otherRoutes(blobs, callers)];
    this.#router = new Router({ log, gate, routes: this.routes });
  }

  /** Serves a request from `routes`. Resolves to false if none matches. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    return this.#router.handle(req, res);
  }

  /** False if the upgrade is not for the sync protocol. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    return this.#sockets.upgrade(req, socket, head);
  }

  /** Serves a Node server that has no other routes. */
  attach(server: Server): void {
    server.on("request", (req, res) => {
      void this.handle(req, res).then((isAnswered) => {
        if (isAnswered) return;
        sendError(res, new HttpError(404, "NotFound", "Nothing is here."));
        drain(req);
      });
    });
    server.on("upgrade", (req, socket, head) => {
      if (!this.upgrade(req, socket, head)) socket.destroy();
    });
  }

  /**
   * Replaces the functions, and the schema if it changed, between two commits, and reruns every subscription. Throws
   * and keeps the old ones if the new ones are rejected, for example because a document does not match the new schema.
   */
  async replaceModules(modules: ModuleMap): Promise<void> {
    await this.#engine.replaceModules(modules);
    this.#verifyToken = this.#newVerifier();
    this.#sync.rerunAll();
  }

  /**
   * Closes the websockets of these sign-ins with AuthError, on which the client asks its provider for another token.
   * The verifier must reject the tokens of an ended sign-in before this is called.
   */
  endSignIns(hasEnded: (signInId: string) => boolean): void {
    this.#sync.endSignIns(hasEnded);
  }

  /** Runs a query of the application, also an internal one, without a caller. Resolves to its result. */
  runInternalQuery(path: string, args: JSONValue): Promise<JSONValue> {
    return this.#engine.runInternalQuery(path, args);
  }

  /** Runs a mutation of the application, also an internal one, without a caller. */
  runInternalMutation(path: string, args?: JSONValue): Promise<void> {
    return this.#engine.runInternalMutation(path, args);
  }

  /** Throws SQLite's error if nothing can be written durably, as on a full disk. */
  checkWritable(): void {
    this.#engine.checkDatabase();
  }

  /** Whether the application's tables hold any documents. */
  hasDocuments(): boolean {
    return this.#engine.hasDocuments();
  }

  /** Commits that were acknowledged before this start, and that the database does not have. */
  get lostCommits(): LostCommits | null {
    return this.#engine.lostCommits;
  }

  /** Copies a snapshot of the database into a new file at `to`. Calls continue meanwhile. */
  copyDatabase(to: string, signal: AbortSignal): Promise<void> {
    return this.#engine.copyDatabase(to, signal);
  }

  stats(): BackendStats {
    return {
      connections: this.#sockets.size,
      queryRuns: this.#sync.queryRuns,
    };
  }

  /** Stops accepting connections, completes the requests in flight until the deadline, then closes all connections. */
  async drain(deadline: Promise<void>): Promise<void> {
    await Promise.all([this.#sockets.close(deadline), this.#router.finish(deadline)]);
  }

  /** After `drain`: stops the scheduler and closes the database. */
  async close(): Promise<void> {
    this.#sync.close();
    await this.#engine.close();
  }

  #otherRoutes(blobs: BlobStore, callers: CallerOptions): Route[] {
    const { dataDir, log, mayDownload } = this.options;
    const maxBytes = (route: string) => this.gate.limitsOf(route).maxBytes;
    return [
      ...storageRoutes(this.#engine.files, {
        blobs,
        log,
        maxBytes: maxBytes(UPLOAD_PATH),
        mayDownload,
      }),
      debugEventRoute,
      versionRoute,
      httpActionRoute({
        engine: this.#engine,
        bodies: new BodyBuffer(join(dataDir, "files", "incoming"), {
          maxBytes: maxBytes(HTTP_ACTIONS),
        }),
        ...callers,
      }),
      unknownCallRoute,
    ];
  }

  #newVerifier(): VerifyToken {
    const { tokenVerifier = refuseTokens } = this.options;
    return tokenVerifier(this.#engine.trustedProviders);
  }
}

function remoteAddress({ socket }: IncomingMessage): string | null {
  return socket.remoteAddress ?? null;
}

function refuseTokens(): VerifyToken {
  return () => Promise.reject(new InvalidToken("This server accepts no tokens."));
}
