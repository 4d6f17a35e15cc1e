/**
 * What a page shows while its queries end in any order, commits come in between and the functions are replaced. The
 * expected values come from a plain list of commits: a page shows one of them, by the functions that are deployed.
 */
import type { JSONValue } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { QueryRun } from "../../src/sync/functionRunner";
import { LiveQueries } from "../../src/sync/liveQueries";
import { Session } from "../../src/sync/session";
import type { ResultsAt } from "../../src/sync/subscriptions";
import { FakeRunner, type Keys, keyRules } from "../support/fakeRunner";

/** Queries end when the test says so. Their results name the deployment whose functions ran. */
class HeldRunner extends FakeRunner {
  deployment = 0;
  readonly held: (() => void)[] = [];

  override async runQuery(call: Parameters<FakeRunner["runQuery"]>[0]): Promise<QueryRun<Keys>> {
    const { deployment } = this;
    const run = await super.runQuery(call);
    await new Promise<void>((resolve) => this.held.push(resolve));
    const { value } = run.outcome as { value: JSONValue };
    const outcome = { ok: true as const, value: [value, deployment] };
    return { ...run, outcome: { ...outcome, logLines: [] } };
  }
}

type Step =
  | { readonly do: "open"; readonly keys: readonly string[] }
  | { readonly do: "openMany" | "deploy" | "releaseAll" | "turn" }
  | { readonly do: "close" | "release"; readonly nth: number }
  | { readonly do: "commit"; readonly key: string };

const KEYS = ["a", "b", "c"];
/** A session's 33rd query begins when an earlier one has ended. */
const MANY = 33;

interface Page {
  readonly session: Session;
  /** By the id of a query. */
  readonly keys: readonly string[];
  readonly shown: Map<number, string>;
}

class Pages {
  /** What a page showed wrongly. */
  readonly faults: string[] = [];
  readonly #runner = new HeldRunner();
  readonly #commits: { ts: bigint; key: string; value: number }[] = [];
  readonly #open = new Map<Session, Page>();
  readonly #live: LiveQueries<Keys, Keys> = new LiveQueries({
    runner: this.#runner,
    readRules: keyRules,
    canSend: () => true,
    send: (session, sent) => this.#show(session, sent),
    fail: (_, error) => this.faults.push(String(error)),
  });

  do(step: Step): void {
    const { held } = this.#runner;
    switch (step.do) {
      case "open":
        return this.#begin(step.keys, []);
      case "openMany":
        return this.#begin(KEYS, [...KEYS, ...Array<string>(MANY).fill("d")]);
      case "close":
        return this.#end([...this.#open.keys()][step.nth]);
      case "commit": {
        const value = this.#commits.length;
        const ts = this.#runner.commit(step.key, value);
        this.#commits.push({ ts, key: step.key, value });
        return;
      }
      case "deploy":
        this.#runner.deployment += 1;
        return this.#live.rerunAll();
      case "release":
        return held.splice(step.nth % (held.length || 1), 1)[0]?.();
      case "releaseAll":
        for (const release of held.splice(0)) release();
        return;
      case "turn":
    }
  }

  /** Ends all queries, and adds the pages that do not show the last commit. */
  async finish(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      if (this.#runner.held.length > 0) quiet = 0;
      this.do({ do: "releaseAll" });
      await turn();
    }
    for (const page of this.#open.values()) this.#check(page, this.#runner.latestTs);
  }

  /** A page of shared queries, after those that it alone has. */
  #begin(shared: readonly string[], own: readonly string[]): void {
    const options = { origin: "http://a", maxQueries: () => 100 };
    const session = new Session(this.#live.subscriptions, options);
    const keys = [...own, ...shared];
    this.#open.set(session, { session, keys, shown: new Map() });
    session.modifyQuerySet({
      type: "ModifyQuerySet",
      baseVersion: 0,
      newVersion: 1,
      modifications: keys.map((key, queryId) => {
        const reader = queryId < own.length ? `${session.key} ${queryId}` : "";
        const args = [{ key, reader }];
        return { type: "Add", queryId, udfPath: "kv:get", args };
      }),
    });
    this.#live.requestUpdate(session);
  }

  #end(session: Session | undefined): void {
    if (session === undefined) return;
    this.#open.delete(session);
    this.#live.remove(session);
    session.close();
  }

  #show(session: Session, sent: ResultsAt<Session>): void {
    const page = this.#open.get(session);
    const transition = session.transition(sent, 0);
    if (page === undefined || transition === null) return;
    for (const { queryId, result } of transition.updated) page.shown.set(queryId, result.members);
    this.#check(page, transition.endVersion.ts);
  }

  #check({ keys, shown }: Page, ts: bigint): void {
    for (const [queryId, key] of keys.entries()) {
      const value = this.#commits.findLast((one) => one.key === key && one.ts <= ts)?.value ?? null;
      const expected = JSON.stringify([value, this.#runner.deployment]);
      const members = shown.get(queryId) ?? "nothing";
      if (!members.includes(`"value":${expected},`))
        this.faults.push(`${key} at ${ts}: ${members}, not ${expected}`);
    }
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

const nth = fc.nat({ max: 40 });
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("open" as const), keys: fc.subarray(KEYS) }),
  fc.record({ do: fc.constantFrom("close" as const), nth }),
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("release" as const), nth }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("commit" as const),
      key: fc.constantFrom(...KEYS),
    }),
  },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom("openMany", "deploy", "releaseAll", "turn", "turn")
      .map((name) => ({ do: name })),
  },
);

const histories = fc.array(steps, { maxLength: 60, size: "max" });

test("a page shows one commit, and nothing of functions that were replaced", async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (list) => {
      const pages = new Pages();
      for (const step of list) {
        pages.do(step);
        if (step.do === "turn") await turn();
      }
      await pages.finish();
      pages.do({ do: "deploy" });
      await pages.finish();
      expect(pages.faults).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
