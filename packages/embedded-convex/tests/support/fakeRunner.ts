/**
 * Functions over a map, for the tests of the wire: what they read and write is one key each, time moves by one with each commit, and
 * a test may hold the queries back to make what cannot be timed otherwise happen.
 */
import type { JSONValue } from "convex/values";
import type { FunctionOutcome } from "../../src/protocol/codec";
import type {
  Caller,
  Commit,
  FunctionRunner,
  QueryRun,
  ReadFiling,
  ReadRules,
} from "../../src/sync/functionRunner";

export type Keys = ReadonlySet<string>;

export const touchesKeys = (reads: Keys, writes: Keys) =>
  [...writes].some((key) => reads.has(key));

class KeyFiling<Owner> implements ReadFiling<Owner, Keys, Keys> {
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
  newFiling: () => new KeyFiling(),
};

type Args = { key?: string; value?: JSONValue };
type Call = { udfPath: string; args: JSONValue; caller: Caller };

export class FakeRunner implements FunctionRunner<Keys, Keys> {
  latestTs = 100n;
  readonly values = new Map<string, JSONValue>();
  readonly queryRuns: string[] = [];
  readonly mutationRuns: string[] = [];
  readonly #recorded = new Map<string, bigint>();
  readonly #listeners = new Set<(commit: Commit<Keys>) => void>();
  #held: (() => void)[] | null = null;

  holdQueries(): void {
    this.#held = [];
  }

  releaseQueries(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const release of held) release();
  }

  onCommit(listener: (commit: Commit<Keys>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sets a value as another process of the server would. */
  commit(key: string, value: JSONValue): bigint {
    this.values.set(key, value);
    this.latestTs += 1n;
    const commit = { ts: this.latestTs, writes: new Set([key]) };
    for (const listener of this.#listeners) listener(commit);
    return this.latestTs;
  }

  async runQuery(
    call: Call & { journal?: string | null },
  ): Promise<QueryRun<Keys>> {
    const { key = "" } = call.args as Args;
    this.queryRuns.push(`${call.udfPath} ${key}`);
    const ts = this.latestTs;
    const value = this.values.get(key) ?? null;
    if (this.#held) {
      await new Promise<void>((resolve) => this.#held?.push(resolve));
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
        // Its end is where the value stood at the first run.
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
    // As the real one: what is asked in one turn is committed together, later.
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

  async runAction(call: Call): Promise<FunctionOutcome> {
    const { key = "" } = call.args as Args;
    if (call.udfPath === "kv:slow") {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return success(`acted on ${key}`);
  }
}

function success(value: JSONValue): FunctionOutcome {
  return { ok: true, value, logLines: [] };
}
