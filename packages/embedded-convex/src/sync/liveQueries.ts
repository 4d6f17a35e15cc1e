/**
 * Keeps all watched queries current: hears of every commit, runs again what it touched, and says whom to tell, when.
 *
 * Holds no connections. What is due after a commit happens in turns of the event loop: the stale queries run first, and only then
 * is each session told, once, so that a burst of commits costs one Transition and not many.
 * Always true: a session is told only when all of its queries are current at one commit.
 */
import type { FunctionRunner, ReadRules } from "./functionRunner";
import type { Session } from "./session";
import { Subscriptions, type SharedQuery } from "./subscriptions";

export interface LiveQueriesOptions<Reads, Writes> {
  readonly runner: FunctionRunner<Reads, Writes>;
  readonly readRules: ReadRules<Reads, Writes>;
  /** Tells the session how its queries stand at this commit. False if it cannot take that now: it stays due. */
  readonly tell: (session: Session, ts: bigint) => boolean;
  /** A query could not be run at all. */
  readonly fail: (session: Session, error: unknown) => void;
}

export class LiveQueries<Reads, Writes> {
  readonly #options: LiveQueriesOptions<Reads, Writes>;
  readonly subscriptions: Subscriptions<Session, Reads, Writes>;
  readonly #due = new Set<Session>();
  readonly #stopListening: () => void;
  #ts: bigint;
  #isTurnQueued = false;
  #runs = 0;

  constructor(options: LiveQueriesOptions<Reads, Writes>) {
    this.#options = options;
    this.subscriptions = new Subscriptions(options.readRules);
    this.#ts = options.runner.latestTs;
    this.#stopListening = options.runner.onCommit((commit) => {
      this.#ts = commit.ts;
      this.subscriptions.commit(commit);
      this.wake();
    });
  }

  /** How often a watched query has been run, for the first time or again. */
  get runs(): number {
    return this.#runs;
  }

  /** The session is to be told as soon as all of its queries are current. */
  due(session: Session): void {
    this.#due.add(session);
    this.wake();
  }

  forget(session: Session): void {
    this.#due.delete(session);
  }

  /** The functions have changed: everything that is watched is asked again. */
  rerunAll(): void {
    this.subscriptions.invalidateAll();
    this.wake();
  }

  close(): void {
    this.#stopListening();
  }

  /** Has a turn taken, after all promises that are settled by now have had their say: other commits, and queries that ran. */
  wake(): void {
    if (this.#isTurnQueued) return;
    this.#isTurnQueued = true;
    process.nextTick(() => {
      this.#isTurnQueued = false;
      this.#takeTurn();
    });
  }

  #takeTurn(): void {
    for (const shared of this.subscriptions.takeStale()) this.#run(shared);
    for (const session of this.#due) {
      if (!session.isReadyAt(this.#ts)) continue;
      if (this.#options.tell(session, this.#ts)) this.#due.delete(session);
    }
  }

  #run(shared: SharedQuery<Session>): void {
    const { runner, fail } = this.#options;
    const { udfPath, args, caller } = shared.query;
    this.#runs += 1;
    runner
      .runQuery({ udfPath, args, caller, journal: shared.journal })
      .then((run) => {
        const news = this.subscriptions.settle(shared, run);
        if (news === "changed") {
          for (const watcher of shared.watchers) this.#due.add(watcher);
        }
        this.wake();
      })
      .catch((error: unknown) => {
        for (const watcher of [...shared.watchers]) fail(watcher, error);
      });
  }
}
