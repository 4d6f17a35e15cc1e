/**
 * A fake function runner over a map, for tests of the sync server and the HTTP API. Each function reads or writes one
 * key; timestamps advance by one per commit; a test can hold queries back to force an order of events.
 */
import type { JSONValue } from "convex/values";
import type { Caller, FunctionOutcome } from "../../src/functionCall";
import type {
  Commit,
  FunctionRunner,
  QueryRun,
  ReadIndex,
  ReadRules,
  Snapshot,
} from "../../src/sync/functionRunner";

export type Keys = ReadonlySet<string>;

export const touchesKeys = (reads: Keys, writes: Keys) => [...writes].some((key) => reads.has(key));

class KeyIndex<Owner> implements ReadIndex<Owner, Keys, Keys> {
  readonly #reads = new Map<Owner, Keys>();

  set(owner: Owner, reads: Keys): void {
    this.#reads.set(owner, reads);
  }

  delete(owner: Owner): void {
    this.#reads.delete(owner);
  }

  affectedBy(writes: Keys): Owner[] {
    return [...this.#reads.keys()].filter((owner) =>
      touchesKeys(this.#reads.get(owner) ?? new Set(), writes),
    );
  }
}

export const keyRules: ReadRules<Keys, Keys> = {
  touches: touchesKeys,
  newReadIndex: () => new KeyIndex(),
};

type Args = { key?: string; value?: JSONValue };
type Call = { udfPath: string; args: JSONValue; caller: Caller };

interface FakeSnapshot extends Snapshot {
  readonly values: ReadonlyMap<string, JSONValue>;
}

export class FakeRunner implements FunctionRunner<Keys, Keys> {
  latestTs = 100n;
  readonly values = new Map<string, JSONValue>();
  readonly queryRuns: string[] = [];
  readonly mutationRuns: string[] = [];
  readonly #recorded = new Map<string, bigint>();
  readonly #listeners = new Set<(commit: Commit<Keys>) => void>();
  #queued: (() => void)[] | null = null;

  holdQueries(): void {
    this.#queued = [];
  }

  releaseQueries(): void {
    const queued = this.#queued ?? [];
    this.#queued = null;
    for (const release of queued) release();
  }

  openSnapshot(): FakeSnapshot {
    const values = new Map(this.values);
    return { ts: this.latestTs, values, release: () => undefined };
  }

  takeTurn(_caller?: Caller, _session?: string): Promise<{ readonly leave: () => void }> {
    return Promise.resolve({ leave: () => undefined });
  }

  promote(_caller?: Caller, _session?: string): void {
    // Everyone's turn comes at once.
  }

  onCommit(listener: (commit: Commit<Keys>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Commits a value without a mutation of a client. */
  commit(key: string, value: JSONValue): bigint {
    this.values.set(key, value);
    this.latestTs += 1n;
    const commit = { ts: this.latestTs, writes: new Set([key]) };
    for (const listener of this.#listeners) listener(commit);
    return this.latestTs;
  }

  async runQuery(
    call: Call & { journal?: string | null; snapshot?: Snapshot },
  ): Promise<QueryRun<Keys>> {
    const { key = "" } = call.args as Args;
    this.queryRuns.push(`${call.udfPath} ${key}`);
    const snapshot = call.snapshot as FakeSnapshot | undefined;
    const { ts, values } = snapshot ?? this.openSnapshot();
    const value = values.get(key) ?? null;
    if (this.#queued) {
      await new Promise<void>((resolve) => this.#queued?.push(resolve));
    }
    const run = { journal: null, ts, reads: new Set([key]) };
    switch (call.udfPath) {
      case "kv:get":
        return { ...run, outcome: success(value) };
      case "kv:whoami":
        return {
          ...run,
          outcome: success(call.caller.identity?.subject ?? null),
        };
      case "kv:page": {
        // The page ends at the value of the first run.
        const journal = call.journal ?? JSON.stringify(value);
        return { ...run, journal, outcome: success({ value, end: journal }) };
      }
      case "kv:broken":
        throw new Error("the disk is on fire");
      default:
        return {
          ...run,
          outcome: {
            ok: false,
            message: `Could not find ${call.udfPath}`,
            data: { code: "NOT_FOUND" },
            logLines: [],
          },
        };
    }
  }

  async runMutation(
    call: Call & {
      idempotencyKey?: { sessionId: string; mutationId: number };
    },
  ): Promise<{ outcome: FunctionOutcome; ts: bigint }> {
    const { key = "", value = null } = call.args as Args;
    // Like the engine: mutations of one turn are committed together, in a later turn.
    await new Promise((resolve) => setImmediate(resolve));
    const { sessionId, mutationId } = call.idempotencyKey ?? {};
    const request = `${sessionId}/${mutationId}`;
    const recorded = this.#recorded.get(request);
    if (recorded !== undefined) return { outcome: success(null), ts: recorded };
    this.mutationRuns.push(`${call.udfPath} ${key}`);
    if (call.udfPath === "kv:broken") throw new Error("the disk is on fire");
    if (call.udfPath !== "kv:set") {
      const outcome = { ok: false as const, message: "refused", logLines: [] };
      return { outcome, ts: this.latestTs };
    }
    const ts = this.commit(key, value);
    this.#recorded.set(request, ts);
    return { outcome: success(null), ts };
  }

  /** What `kv:slow` waits for. */
  slowWork = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 50));
  };

  async runAction(call: Call): Promise<FunctionOutcome> {
    const { key = "" } = call.args as Args;
    if (call.udfPath === "kv:slow") await this.slowWork();
    return success(`acted on ${key}`);
  }
}

function success(value: JSONValue): FunctionOutcome {
  return { ok: true, value, logLines: [] };
}
