/**
 * One Convex backend over one data folder: the functions, the sync protocol, the HTTP API and the file storage. It answers requests
 * and upgrades of a Node HTTP server that the host owns; `Router` and `routes` let the host add routes of its own.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { sendJson } from "./http/answers";
import { debugEventRoute } from "./http/debugEvents";
import { drain } from "./http/drain";
import { functionRoute } from "./http/functionCalls";
import { httpActionRoute } from "./http/httpActions";
import { isOwnOrigin, originOf } from "./http/requestOrigin";
import { Router, unknownCallRoute, type Route } from "./http/router";
import { storageRoutes } from "./http/storageRoutes";
import { InvalidToken, type VerifyToken } from "./identity";
import type { Log } from "./log";
import { openBlobStore } from "./runtime/blobs";
import { openEngine, type CallMeasure, type Engine } from "./runtime/engine";
import { ReadIndex, touches } from "./runtime/readSet";
import type { ModuleMap, TrustedProvider } from "./runtime/registry";
import type { ReadSet, WriteSet } from "./store/readSet";
import type { ConnectionLimits } from "./sync/connectionLimiter";
import { observedRunner, type FinishedCall } from "./sync/observedRunner";
import { SyncServer } from "./sync/syncServer";
import { WebSockets } from "./sync/webSockets";

export interface BackendLimits {
  /** Bytes of one websocket message, and of one function call over HTTP. Default: 17 MiB, Convex's arguments and their envelope. */
  readonly messageBytes: number;
  /** Bytes of one file that is stored through an upload URL. Default: 512 MiB. */
  readonly uploadBytes: number;
  /** Websockets at once, in total and per network address. */
  readonly connections: ConnectionLimits;
}

export interface BackendOptions {
  /** Must be held by this process alone: see `lockDataFolder`. */
  readonly dataDir: string;
  /** The exports of every module of `convex/`, by their path without extension. */
  readonly modules: ModuleMap;
  /** Where the server listens, as `http://127.0.0.1:3000`. */
  readonly ownUrl: string;
  /** Where people reach it, if that is elsewhere: behind a proxy, say. */
  readonly publicUrl?: string | undefined;
  readonly log: Log;
  /**
   * Makes the verifier of sign-in tokens for the issuers that `convex/auth.config.ts` trusts. Called again when the functions are
   * replaced. Without it every token is refused.
   */
  readonly tokenVerifier?: (
    providers: readonly TrustedProvider[],
  ) => VerifyToken;
  readonly limits?: Partial<BackendLimits>;
  /** The network address that connections are counted by; null exempts the connection from the limit per address. */
  readonly addressOf?: (req: IncomingMessage) => string | null;
  /**
   * The disk failed under a commit, so that nobody knows whether it is stored. Must end the process before it returns: clients
   * reconnect to the next one, send again what was not acknowledged, and are answered from what the disk has.
   */
  readonly onLost?: ((error: unknown) => void) | undefined;
  /** After each call of a function by a client, for metrics. */
  readonly onCall?: (call: FinishedCall) => void;
  /** After each call that ended well: what it used of the quantities that Convex limits. */
  readonly onUsage?: (measure: CallMeasure) => void;
  /** Sends clients the full text of every error, and lets functions print to the console: for development. */
  readonly exposeErrors?: boolean;
}

export interface BackendStats {
  /** Websockets that are open. */
  readonly connections: number;
  /** Runs of subscribed queries since the start. */
  readonly queryRuns: number;
}

/** @throws StartupError, whose message is for the person who starts the server. */
export function openBackend(options: BackendOptions): Backend {
  return new Backend(options);
}

export class Backend {
  /** The HTTP API, the file storage and the HTTP actions, in the order in which they must be asked. */
  readonly routes: readonly Route[];
  readonly #engine: Engine;
  readonly #sync: SyncServer<ReadSet, WriteSet>;
  readonly #sockets: WebSockets<ReadSet, WriteSet>;
  readonly #router: Router;
  #verifyToken: VerifyToken;

  constructor(readonly options: BackendOptions) {
    const { dataDir, log, limits, onCall = () => undefined } = options;
    const blobs = openBlobStore(join(dataDir, "files"));
    this.#engine = openEngine({ ...options, blobs, onCall: options.onUsage });
    this.#verifyToken = this.#newVerifier();
    const verifyToken: VerifyToken = (token) => this.#verifyToken(token);
    const runner = observedRunner({
      runner: this.#engine,
      nameOf: (udfPath) => this.#engine.functionName(udfPath),
      onCall,
    });
    this.#sync = new SyncServer({
      runner,
      readRules: { touches, newFiling: <Owner>() => new ReadIndex<Owner>() },
      verifyToken,
      log,
    });
    this.#sockets = new WebSockets({
      sync: this.#sync,
      log,
      originOf: (req) => originOf(req, options),
      isOwnOrigin: (req) => isOwnOrigin(req, options),
      addressOf: options.addressOf ?? remoteAddress,
      maxMessageBytes: limits?.messageBytes,
      connections: limits?.connections,
    });
    const callers = {
      verifyToken,
      originOf: (req: IncomingMessage) => originOf(req, options),
    };
    this.routes = [
      functionRoute({
        runner,
        touches,
        maxBytes: limits?.messageBytes,
        ...callers,
      }),
      ...storageRoutes(this.#engine.files, {
        blobs,
        log,
        maxBytes: limits?.uploadBytes,
      }),
      debugEventRoute,
      httpActionRoute({ engine: this.#engine, ...callers }),
      unknownCallRoute,
    ];
    this.#router = new Router({ log, routes: this.routes });
  }

  /** Answers a request by `routes` alone; false if none of them is for it. */
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
        sendJson(res, 404, { code: "NotFound", message: "Nothing is here." });
        drain(req);
      });
    });
    server.on("upgrade", (req, socket, head) => {
      if (!this.upgrade(req, socket, head)) socket.destroy();
    });
  }

  /**
   * New functions and perhaps a new schema, between two commits; every subscription runs again. If they are refused (a stored
   * document does not meet the new schema, say) this throws, and the old ones stay.
   */
  async replaceModules(modules: ModuleMap): Promise<void> {
    await this.#engine.replaceModules(modules);
    this.#verifyToken = this.#newVerifier();
    this.#sync.rerunAll();
  }

  /** Throws SQLite's error if nothing can be made durable, as on a full disk. */
  checkWritable(): void {
    this.#engine.checkDatabase();
  }

  /** Whether the application's own tables hold any. */
  hasDocuments(): boolean {
    return this.#engine.hasDocuments();
  }

  /** Copies the database, as of one moment, into a new file at `to`; calls go on meanwhile. */
  copyDatabase(to: string, signal: AbortSignal): Promise<void> {
    return this.#engine.copyDatabase(to, signal);
  }

  stats(): BackendStats {
    return {
      connections: this.#sockets.size,
      queryRuns: this.#sync.queryRuns,
    };
  }

  /** Takes no new connections and lets what is in flight be answered, until the deadline; then closes every connection. */
  async drain(deadline: Promise<void>): Promise<void> {
    await Promise.all([
      this.#sockets.close(deadline),
      this.#router.finish(deadline),
    ]);
  }

  /** After `drain`: stops the scheduler and closes the database. */
  async close(): Promise<void> {
    this.#sync.close();
    await this.#engine.close();
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
  return () =>
    Promise.reject(new InvalidToken("This server accepts no tokens."));
}
