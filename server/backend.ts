/**
 * All request handlers of the server: accounts, health, the Convex backend and the built client. `createServer` listens
 * for it in production, Vite in development.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import {
  HttpError,
  openBackend as openConvexBackend,
  originOf,
  pathOf,
  rawResponse,
  Router,
  SchemaMismatch,
  type Backend as ConvexBackend,
  type BackendLimits,
  type Log,
  type ModuleMap,
  type RequestTable,
  type Route,
} from "embedded-convex";
import { errorBodyOf } from "./accounts/accountErrors";
import { openAccounts, type Accounts } from "./accounts/accounts";
import { AUDIENCE } from "./accounts/sessionTokens";
import { isOwnHost } from "./accounts/origins";
import { createTokenVerifier } from "./accounts/tokens";
import { remoteNetwork } from "./http/clientAddress";
import { DailyBackups } from "./backup/dailyBackups";
import { forgetEpoch, readEpoch } from "./backup/epoch";
import { DATA } from "./backup/entryNames";
import { lastBackupAt } from "./backup/lastBackup";
import { FORMATS, versionsOfProgram } from "./backup/dataVersions";
import { copyBeforeUpdate } from "./backup/updateCopy";
import { newerSchemaError } from "./backup/wayBack";
import type { SignUps } from "./config";
import { commonHeaders, NO_PAGE_POLICY } from "./http/headers";
import { clientRoutes } from "./http/staticFiles";
import { loadModules } from "./modules";
import { healthRoute } from "./monitoring/health";
import { goOn, lostCommitsNote } from "./interrupted";
import { RequestMetrics } from "./monitoring/requestMetrics";
import { REQUEST_LIMITS } from "./requestLimits";
import { StoredFiles } from "./storedFiles";

const LIMITS: Partial<BackendLimits> = {
  messageValues: 10_000,
  connections: { unauthenticatedPerAddress: 32 },
};

const UNKNOWN_HOST = errorBodyOf("UNKNOWN_HOST");

export interface BackendOptions {
  readonly dataDir: string;
  readonly signUps: SignUps;
  /** The URL on this machine, such as `http://127.0.0.1:3000`. */
  readonly ownUrl: string;
  readonly publicUrl?: string | undefined;
  /** The folder of the built client; null in development, where Vite serves it. */
  readonly clientDir: string | null;
  readonly log: Log;
  /**
   * Called when the disk fails during a commit. Must end the process before it returns: see `onLost` in
   * embedded-convex.
   */
  readonly onLost?: (error: unknown) => void;
  /** Defaults to the functions in `convex/`. */
  readonly modules?: ModuleMap;
  /** Sends clients the text of every error. For development only. */
  readonly showErrors?: boolean;
  /** Default: REQUEST_LIMITS. */
  readonly requests?: RequestTable;
  /** Backs up daily to the data folder's `backups`. */
  readonly dailyBackups?: boolean;
}

/** @throws StartupError */
export async function openBackend(options: BackendOptions): Promise<Backend> {
  const { dataDir, modules = loadModules(), showErrors = false } = options;
  // In development the schema may change at every save: no copy is made for it, and its errors are shown in full.
  const program = showErrors ? FORMATS : versionsOfProgram(modules);
  try {
    const copy = await copyBeforeUpdate(dataDir, { program });
    if (copy !== null) options.log.info("copied before an update", { copy });
    return await openParts({ ...options, modules }, copy);
  } catch (error) {
    if (!(error instanceof SchemaMismatch) || showErrors) throw error;
    throw await newerSchemaError(dataDir, program, error);
  }
}

async function openParts(
  options: BackendOptions & { readonly modules: ModuleMap },
  updateCopy: string | null,
): Promise<Backend> {
  const { dataDir, log, modules } = options;
  const issuer = options.publicUrl ?? options.ownUrl;
  // As on Convex: functions without a request, such as scheduled ones, read the URL from the environment.
  process.env.CONVEX_SITE_URL ??= issuer;
  // The server limits requests before functions run (requestLimits.ts).
  process.env.PERSON_RATES ??= "off";
  const metrics = new RequestMetrics({ log });
  let accounts: Accounts;
  const convex = openConvexBackend({
    ...options,
    limits: { ...LIMITS, requests: options.requests ?? REQUEST_LIMITS },
    exposeErrors: options.showErrors ?? false,
    tokenVerifier: (providers) =>
      createTokenVerifier({
        own: {
          issuer,
          applicationID: AUDIENCE,
          keys: () => accounts.keys(),
          isSessionOpen: (id) => accounts.isSessionOpen(id),
        },
        providers,
      }),
    addressOf: (req) => remoteNetwork(req, issuer.startsWith("https:")),
    onCall: (call) => metrics.recordCall(call),
    mayDownload: (storageId) => files.mayDownload(storageId),
  });
  const files = new StoredFiles({ convex, modules, log });
  const lost = lostCommitsNote(convex.lostCommits);
  if (lost !== null) {
    // Devices must not assume that their sent changes are stored.
    forgetEpoch(dataDir);
    log.error("the last changes are missing", { reason: lost });
  }
  // Read by workspace.epoch. A restore needs a start of the server, so it is read once.
  process.env.DATA_EPOCH = readEpoch(dataDir);
  try {
    accounts = await openAccountsOf({ ...options, issuer }, convex, files);
  } catch (error) {
    await convex.close();
    throw error;
  }
  await goOn({ convex, modules, log });
  const copied = updateCopy && `the data before this update are copied to ${updateCopy}`;
  const notes = [copied, lost].filter((note) => note !== null);
  return new Backend(options, { accounts, convex, metrics, notes });
}

/**
 * Opens the accounts. When a session ends, its connections end too; the upload links of former people end at a start as
 * well, because the server may have been stopped in between.
 */
async function openAccountsOf(
  options: BackendOptions & { readonly issuer: string },
  convex: ConvexBackend,
  files: StoredFiles,
): Promise<Accounts> {
  const accounts = await openAccounts({
    ...options,
    onSessionsEnded: async () => {
      convex.endSignIns((id) => !accounts.isSessionOpen(id));
      await files.endOfFormerPeople(accounts);
    },
  });
  await files.endInterrupted();
  await files.endOfFormerPeople(accounts);
  return accounts;
}

interface Parts {
  readonly accounts: Accounts;
  readonly convex: ConvexBackend;
  readonly metrics: RequestMetrics;
  readonly notes: readonly string[];
}

export class Backend {
  /** What the operator must know of this start. */
  readonly notes: readonly string[];
  readonly #parts: Parts;
  readonly #backups: DailyBackups;
  readonly #router: Router;
  readonly #headers: readonly (readonly [string, string])[];
  readonly #issuer: string;
  #isClosing = false;

  constructor(options: BackendOptions, parts: Parts) {
    this.#parts = parts;
    this.notes = parts.notes;
    this.#issuer = options.publicUrl ?? options.ownUrl;
    this.#headers = Object.entries(commonHeaders(options.publicUrl));
    this.#router = new Router({
      log: options.log,
      gate: parts.convex.gate,
      routes: this.#routes(options),
      onAnswered: (request) => parts.metrics.recordRequest(request),
    });
    const { accounts, convex } = parts;
    this.#backups = new DailyBackups({
      ...options,
      isWorthwhile: () => convex.hasDocuments(),
      copyDatabase: (name, to, signal) =>
        (name === DATA ? convex : accounts).copyDatabase(to, signal),
    });
    if (options.dailyBackups ?? false) this.#backups.start();
  }

  /** True if the request got a response. Always true with a `clientDir`. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
    for (const [name, value] of this.#headers) res.setHeader(name, value);
    if (/^\/api(\/|$)/.test(pathOf(req))) {
      res.setHeader("content-security-policy", NO_PAGE_POLICY);
    }
    return this.#router.handle(req, res);
  }

  /** False if the upgrade is not for this server. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    if (!isOwnHost(req.headers.host, this.#issuer)) {
      const { code, message } = UNKNOWN_HOST;
      // Client disconnected: nothing to send, not an error.
      socket.on("error", () => socket.destroy());
      socket.end(rawResponse("421 Misdirected Request", code, message));
      return true;
    }
    return this.#parts.convex.upgrade(req, socket, head);
  }

  replaceModules(modules: ModuleMap): Promise<void> {
    return this.#parts.convex.replaceModules(modules);
  }

  /** Waits for requests in flight until the deadline, then closes everything. */
  async close(deadline: Promise<void>): Promise<void> {
    const { accounts, convex, metrics } = this.#parts;
    this.#isClosing = true;
    await Promise.all([
      convex.drain(deadline),
      this.#router.finish(deadline),
      this.#backups.stop(deadline),
    ]);
    await convex.close();
    accounts.close();
    metrics.close();
  }

  /** The first route of all. */
  get #unknownHostRoute(): Route {
    return {
      name: "an unknown host",
      matches: (req) => !isOwnHost(req.headers.host, this.#issuer),
      handler: () => {
        const { code, message } = UNKNOWN_HOST;
        return Promise.reject(new HttpError(421, code, message));
      },
    };
  }

  #routes(options: BackendOptions): Route[] {
    const { accounts, convex } = this.#parts;
    const health = healthRoute({
      ...options,
      isClosing: () => this.#isClosing,
      checkDatabase: () => convex.checkWritable(),
      stats: () => convex.stats(),
      lastBackupAt: () => lastBackupAt(options.dataDir),
    });
    return [
      this.#unknownHostRoute,
      health,
      ...accounts.routes,
      ...convex.routes,
      ...clientRoutes({
        ...options,
        originOf: (req) => originOf(req, options),
      }),
    ];
  }
}
