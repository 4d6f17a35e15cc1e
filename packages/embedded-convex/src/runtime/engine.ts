/**
 * The engine: runs the functions of `convex/` over the store. The sync server and the HTTP API use this interface and
 * nothing below it.
 *
 * Queries run on committed data and never wait for mutations. Mutations go through the committer. `runMutation`
 * resolves after the commit is on disk; then the commit listeners are called.
 */
import type { RoutableMethod } from "convex/server";
import type { JSONValue } from "convex/values";
import { copyOnline } from "../store/databaseCopies";
import { Database, type DatabaseOptions } from "../store/database";
import type { Commit } from "../store/readSet";
import type { Snapshot } from "../store/snapshots";
import type { Turn } from "../turns";
import { Actions } from "./actions";
import { callerPath, type Caller, type FunctionOutcome } from "../functionCall";
import type { CallMeasure, Runtime } from "./call";
import { outsideCalls } from "./callContext";
import { CronJobs } from "./cronJobs";
import type { BlobStore } from "./blobs";
import { errorText, type Log } from "../log";
import { FileStorage } from "./fileStorage";
import { Housekeeping } from "./housekeeping";
import { findAny, type FunctionRequest } from "./invoke";
import { noCaller, scheduledFunctionRunner } from "./scheduledRunner";
import { type MutationRequest, type MutationRun, Mutations } from "./mutations";
import { newCorrelationId } from "./failures";
import { failureReport } from "./outcomes";
import { Queries, type QueryRequest, type QueryRun } from "./queries";
import { type ModuleMap, Registry, type TrustedProvider } from "./registry";
import { type ScheduledSource, ScheduledFunctions } from "./scheduledFunctions";
import { Scheduler } from "./scheduler";
import { asyncSyscall, jsSyscall, syscall } from "./syscalls";

export type { Caller, FunctionOutcome } from "../functionCall";
export type { BlobStore } from "./blobs";
export type { CallMeasure } from "./call";
export type { FunctionRequest } from "./invoke";
export type { MutationRequest, MutationRun } from "./mutations";
export type { QueryRequest, QueryRun } from "./queries";
export type { ModuleMap, TrustedProvider } from "./registry";
export type { Log } from "../log";
export type { Commit } from "../store/readSet";
export { StartupError } from "../store/errors";
export { IN_MEMORY } from "../store/sqlite";

export interface EngineOptions {
  /** `IN_MEMORY` keeps the database in memory. */
  readonly dataDir: string;
  readonly modules: ModuleMap;
  readonly blobs: BlobStore;
  readonly log: Log;
  readonly clock?: () => number;
  /**
   * Called when the disk failed during a commit. Nothing is written afterwards; the callback should end the process.
   */
  readonly onLost?: ((error: unknown) => void) | undefined;
  /** Lets tests simulate a failing disk. */
  readonly atomically?: DatabaseOptions["atomically"];
  /** Lets tests set the clock of turns. */
  readonly turns?: DatabaseOptions["turns"];
  /** Called after each successful call with what it used of the quantities that Convex limits. */
  readonly onCall?: ((measure: CallMeasure) => void) | undefined;
  /** Sends clients the full text of every error, and lets functions print to the console: for development. */
  readonly exposeErrors?: boolean;
  /** Milliseconds that an action or HTTP action may run. Default: 10 minutes. */
  readonly actionTimeLimitMs?: number | undefined;
}

const ACTION_TIME_LIMIT_MS = 10 * 60_000;

/** @throws StartupError, whose message is for the person who starts the server. */
export function openEngine(options: EngineOptions): Engine {
  return new Engine(options);
}

export class Engine {
  readonly files: FileStorage;
  readonly lostCommits: Database["lostCommits"];
  readonly #database: Database;
  readonly #queries: Queries;
  readonly #mutations: Mutations;
  readonly #actions: Actions;
  readonly #scheduler: Scheduler;
  readonly #cronJobs: CronJobs;
  readonly #cronScheduler: Scheduler;
  #startingCrons: Promise<void> = Promise.resolve();
  readonly #housekeeping: Housekeeping;
  readonly #options: EngineOptions;
  #runtime: Runtime;

  constructor(options: EngineOptions) {
    const { dataDir, blobs, log, clock = Date.now } = options;
    const database = new Database(dataDir, clock, {
      onLost: options.onLost,
      atomically: options.atomically,
      turns: options.turns,
      onListenerError: (error) =>
        log.error("a listener of commits failed", { error: errorText(error) }),
    });
    this.#database = database;
    this.lostCommits = database.lostCommits;
    this.#options = options;
    this.files = new FileStorage(database, blobs, log);
    const scheduledFunctions = new ScheduledFunctions(database);
    try {
      const registry = this.#newRegistry(options.modules);
      database.applySchema(registry.schema);
      this.#runtime = this.#newRuntime(registry, scheduledFunctions);
    } catch (error) {
      database.abandon();
      throw error;
    }
    const current = () => this.#runtime;
    const report = failureReport(log, options.exposeErrors ?? false);
    const queries = new Queries(current, report);
    const mutations = new Mutations(current, report);
    this.#queries = queries;
    this.#mutations = mutations;
    this.#actions = new Actions(current, { queries, mutations }, report);
    const schedulerOf = (source: ScheduledSource) => {
      const runner = scheduledFunctionRunner(current, source);
      return new Scheduler({ database, source, runner, log });
    };
    this.#scheduler = schedulerOf(scheduledFunctions);
    this.#cronJobs = new CronJobs(database, log);
    this.#cronScheduler = schedulerOf(this.#cronJobs);
    this.#housekeeping = new Housekeeping({
      database,
      scheduledFunctions,
      files: this.files,
      log,
    });
    this.#startBackgroundWork(log);
  }

  /**
   * The timestamp of the last durable commit, in nanoseconds since 1970. Strictly increasing, so it may run ahead of
   * the clock.
   */
  get latestTs(): bigint {
    return this.#database.latestTs;
  }

  get trustedProviders(): readonly TrustedProvider[] {
    return this.#runtime.registry.trustedProviders;
  }

  /** The function's path as its module declares it, or null if there is no such function. */
  functionName(udfPath: string): string | null {
    return this.#runtime.registry.find(udfPath)?.path ?? null;
  }

  /** The declared path of the matching route of `convex/http.ts`, or null if none matches. */
  httpRoute(method: string, path: string): string | null {
    const { router } = this.#runtime.registry;
    return router?.lookup(path, method as RoutableMethod)?.[2] ?? null;
  }

  /** Throws SQLite's error if nothing can be written durably, as on a full disk. */
  checkDatabase(): void {
    this.#database.checkWritable();
  }

  hasDocuments(): boolean {
    return this.#database.hasDocuments();
  }

  /** Copies the database into a new file, as of the moment at which this resolves. Calls continue meanwhile. */
  copyDatabase(to: string, signal: AbortSignal): Promise<void> {
    return copyOnline(this.#database.sqlite, to, { signal });
  }

  /** Calls the listener with each durable commit, in order. Returns the function that unsubscribes it. */
  onCommit(listener: (commit: Commit) => void): () => void {
    return this.#database.committer.onCommit(listener);
  }

  /** The latest commit, for queries that run while later ones are written. It must be released. */
  openSnapshot(): Snapshot {
    return this.#database.openSnapshot();
  }

  /** Resolves when it is the turn of this session among all callers. */
  takeTurn(caller: Pick<Caller, "identity">, session: string): Promise<Turn> {
    const path = callerPath(caller, session);
    return this.#database.turns.enter("query", path);
  }

  /** Gives the session, if it waits, the next turn among those of its person. */
  promote(caller: Caller, session: string): void {
    this.#database.turns.promote(callerPath(caller, session));
  }

  runQuery(request: QueryRequest): Promise<QueryRun> {
    return this.#queries.run(request);
  }

  /** Resolves when the commit is on disk. */
  runMutation(request: MutationRequest): Promise<MutationRun> {
    return this.#mutations.run(request);
  }

  /** Runs a query, also an internal one, without a caller. Rejects with what it threw. */
  async runInternalQuery(path: string, args: JSONValue): Promise<JSONValue> {
    const found = findAny(this.#runtime.registry, path, "query");
    const from = { caller: noCaller(), correlationId: newCorrelationId() };
    return (await this.#queries.runFromAction(found, args, from)).value;
  }

  /** Runs a mutation, also an internal one, without a caller. Rejects with what it threw. */
  async runInternalMutation(path: string, args: JSONValue = {}): Promise<void> {
    const found = findAny(this.#runtime.registry, path, "mutation");
    await this.#mutations.inTransaction(found, args, {
      caller: noCaller(),
      correlationId: newCorrelationId(),
      isBackground: true,
    });
  }

  runAction(request: FunctionRequest): Promise<FunctionOutcome> {
    return this.#actions.run(request);
  }

  /** Null if no route of `convex/http.ts` matches. */
  runHttpAction(request: Request, caller: Caller): Promise<Response | null> {
    return this.#actions.runHttp(request, caller);
  }

  /**
   * Replaces the functions, and the schema if it changed, between two commits. Throws and keeps the old ones if the new
   * ones are rejected, for example because a document does not match the new schema.
   */
  async replaceModules(modules: ModuleMap): Promise<void> {
    const registry = this.#newRegistry(modules);
    await this.#database.committer.exclusively(() => {
      this.#database.applySchema(registry.schema);
      this.#runtime = this.#newRuntime(registry, this.#runtime.scheduledFunctions);
    });
    await outsideCalls(() => this.#cronJobs.declare(registry.crons));
  }

  /** Waits for what is running, then closes the database. */
  async close(): Promise<void> {
    await this.#scheduler.stop();
    await this.#startingCrons;
    await this.#cronScheduler.stop();
    await this.#housekeeping.stop();
    await this.#database.close();
  }

  #startBackgroundWork(log: Log): void {
    const failed = (error: unknown) =>
      log.error("background work failed", { error: errorText(error) });
    outsideCalls(() => {
      this.#scheduler.start().catch(failed);
      this.#startingCrons = this.#startCrons().catch(failed);
      this.files.sweep().catch(failed);
      this.#housekeeping.start();
    });
  }

  async #startCrons(): Promise<void> {
    await this.#cronJobs.declare(this.#runtime.registry.crons);
    await this.#cronScheduler.start();
  }

  #newRegistry(modules: ModuleMap): Registry {
    const { catalog } = this.#database.store;
    return new Registry(modules, {
      nameOf: catalog.nameOf,
      exists: (name) => catalog.find(name) !== null,
    });
  }

  #newRuntime(registry: Registry, scheduledFunctions: ScheduledFunctions): Runtime {
    const { log, exposeErrors, onCall, actionTimeLimitMs } = this.#options;
    return {
      log,
      printed: exposeErrors ? null : log,
      actionTimeLimitMs: actionTimeLimitMs ?? ACTION_TIME_LIMIT_MS,
      database: this.#database,
      registry,
      files: this.files,
      scheduledFunctions,
      onCall,
      syscall,
      asyncSyscall,
      jsSyscall,
      runFromAction: (found, args, from) => this.#actions.runFromAction(found, args, from),
    };
  }
}
