/**
 * The engine: the functions of `convex/` over the store. Everything outside of it (protocol, sync,
 * accounts, files over HTTP) speaks to this interface and to nothing below.
 *
 * Queries run on committed data and never wait for mutations. Mutations go through the committer. An
 * answer to a mutation is given when it is on disk, and then the listeners hear of the commit.
 */
import type { RoutableMethod } from "convex/server";
import { copyOnline } from "../store/databaseCopies";
import { Database, type DatabaseOptions } from "../store/database";
import type { Commit } from "../store/readSet";
import { Actions } from "./actions";
import { type Caller, outsideCalls } from "./call";
import type { FunctionOutcome } from "./failures";
import type { BlobStore } from "./blobs";
import { errorText, type Log } from "../log";
import { FileStorage } from "./fileStorage";
import { Housekeeping } from "./housekeeping";
import type { CallMeasure, FunctionRequest } from "./invoke";
import { taskRunner } from "./scheduledRunner";
import { type MutationRequest, type MutationRun, Mutations } from "./mutations";
import { failureReport } from "./outcomes";
import { Queries, type QueryRequest, type QueryRun } from "./queries";
import { type ModuleMap, Registry, type TrustedProvider } from "./registry";
import type { Runtime } from "./runtime";
import { ScheduledTasks } from "./scheduledFunctions";
import { Scheduler } from "./scheduler";
import { asyncSyscall, jsSyscall, syscall } from "./syscalls";

export type { Caller } from "./call";
export type {
  FunctionFailure,
  FunctionOutcome,
  FunctionSuccess,
} from "./failures";
export type { BlobStore, WrittenBlob } from "./blobs";
export type { StoredFile } from "./fileStorage";
export type { CallMeasure, FunctionRequest } from "./invoke";
export type { MutationRequest, MutationRun } from "./mutations";
export type { QueryRequest, QueryRun } from "./queries";
export type { ModuleMap, TrustedProvider } from "./registry";
export type { Log } from "../log";
export type { Commit, ReadSet, WriteSet } from "../store/readSet";
export { StartupError } from "../store/errors";
export { IN_MEMORY } from "../store/sqlite";

export interface EngineOptions {
  /** `IN_MEMORY` for a database that lives as long as the engine. */
  readonly dataDir: string;
  readonly modules: ModuleMap;
  readonly blobs: BlobStore;
  readonly log: Log;
  readonly clock?: () => number;
  /** The disk failed under a commit: nothing is written from then on, and the process should end within the call. */
  readonly onLost?: ((error: unknown) => void) | undefined;
  /** For tests of a disk that fails. */
  readonly atomically?: DatabaseOptions["atomically"];
  /** Told what each call took of what Convex counts, once it ended well. */
  readonly onCall?: ((measure: CallMeasure) => void) | undefined;
  /** Tell clients what went wrong in full, and let functions print: for development. */
  readonly exposeErrors?: boolean;
}

/** Throws a StartupError, whose message is for the person who starts the server. */
export function openEngine(options: EngineOptions): Engine {
  return new Engine(options);
}

export class Engine {
  readonly files: FileStorage;
  private readonly database: Database;
  private readonly queries: Queries;
  private readonly mutations: Mutations;
  private readonly actions: Actions;
  private readonly scheduler: Scheduler;
  private readonly housekeeping: Housekeeping;
  private readonly printed: Log | null;
  private readonly onCall: EngineOptions["onCall"];
  private runtime: Runtime;

  constructor(options: EngineOptions) {
    const { dataDir, blobs, log, clock = Date.now } = options;
    const database = new Database(dataDir, clock, {
      onLost: options.onLost,
      atomically: options.atomically,
      onListenerError: (error) =>
        log.error("a listener of commits failed", { error: errorText(error) }),
    });
    this.database = database;
    // In development it is for whoever looks at the terminal.
    this.printed = options.exposeErrors ? null : log;
    this.onCall = options.onCall;
    this.files = new FileStorage(database, blobs, log);
    const tasks = new ScheduledTasks(database);
    try {
      const registry = this.newRegistry(options.modules);
      database.applySchema(registry.schema);
      this.runtime = this.newRuntime(registry, tasks);
    } catch (error) {
      database.abandon();
      throw error;
    }
    const current = () => this.runtime;
    const report = failureReport(log, options.exposeErrors ?? false);
    const queries = new Queries(current, report);
    const mutations = new Mutations(current, report);
    this.queries = queries;
    this.mutations = mutations;
    this.actions = new Actions(current, { queries, mutations }, report);
    database.committer.onCommit(queries.noteCommit);
    const runner = taskRunner(current);
    this.scheduler = new Scheduler({ database, tasks, runner, log });
    this.housekeeping = new Housekeeping({
      database,
      tasks,
      files: this.files,
      log,
    });
    this.startBackgroundWork(log);
  }

  /** Of the last durable commit; strictly increasing, nanoseconds since 1970 or a little ahead of it. */
  get latestTs(): bigint {
    return this.database.latestTs;
  }

  get trustedProviders(): readonly TrustedProvider[] {
    return this.runtime.registry.trustedProviders;
  }

  /** Its name as its module has it, or null where there is no function of this path. */
  functionName(udfPath: string): string | null {
    return this.runtime.registry.find(udfPath)?.path ?? null;
  }

  /** The path of the route of `convex/http.ts` that takes such a request, as it was declared; null where there is none. */
  httpRoute(method: string, path: string): string | null {
    const { router } = this.runtime.registry;
    return router?.lookup(path, method as RoutableMethod)?.[2] ?? null;
  }

  /** Throws SQLite's error where nothing can be made durable. */
  checkDatabase(): void {
    this.database.checkWritable();
  }

  /** Of the application's own tables. */
  hasDocuments(): boolean {
    return this.database.hasDocuments();
  }

  /** The database as it is when this ends, in a file of its own; calls go on meanwhile. */
  copyDatabase(to: string, signal: AbortSignal): Promise<void> {
    return copyOnline(this.database.sqlite, to, { signal });
  }

  /** Told of every commit once it is durable, in order. */
  onCommit(listener: (commit: Commit) => void): () => void {
    return this.database.committer.onCommit(listener);
  }

  runQuery(request: QueryRequest): Promise<QueryRun> {
    return this.queries.run(request);
  }

  /** Resolves when it is on disk. */
  runMutation(request: MutationRequest): Promise<MutationRun> {
    return this.mutations.run(request);
  }

  runAction(request: FunctionRequest): Promise<FunctionOutcome> {
    return this.actions.run(request);
  }

  /** Null when `convex/http.ts` routes no such request. */
  runHttpAction(request: Request, caller: Caller): Promise<Response | null> {
    return this.actions.runHttp(request, caller);
  }

  /**
   * New functions and perhaps a new schema, between two commits. If it is refused (a document does not
   * meet the new schema, say) the old ones stay.
   */
  async replaceModules(modules: ModuleMap): Promise<void> {
    const registry = this.newRegistry(modules);
    await this.database.committer.exclusively(() => {
      this.database.applySchema(registry.schema);
      this.runtime = this.newRuntime(registry, this.runtime.tasks);
    });
  }

  /** Finishes what is under way. */
  async close(): Promise<void> {
    await this.scheduler.stop();
    await this.housekeeping.stop();
    await this.database.close();
  }

  private startBackgroundWork(log: Log): void {
    const failed = (error: unknown) =>
      log.error("background work failed", { error: String(error) });
    outsideCalls(() => {
      this.scheduler.start().catch(failed);
      this.files.sweep().catch(failed);
      this.housekeeping.start();
    });
  }

  private newRegistry(modules: ModuleMap): Registry {
    return new Registry(modules, this.database.store.catalog.nameOf);
  }

  private newRuntime(registry: Registry, tasks: ScheduledTasks): Runtime {
    const { database, files, printed } = this;
    return {
      printed,
      database,
      registry,
      files,
      tasks,
      onCall: this.onCall,
      syscall,
      asyncSyscall,
      jsSyscall,
      runFromAction: (found, args, from) =>
        this.actions.runFromAction(found, args, from),
    };
  }
}
