/**
 * Keeps subscribed queries current: reruns those that a commit touched, and decides when each session gets its results.
 * Holds no connections.
 *
 * A session is updated in waves. When it is its turn, a wave opens a snapshot of the latest commit, reruns the
 * session's queries that are stale there, each once, and sends all results at that commit; what was committed meanwhile
 * belongs to the next wave. So a wave ends however many commits there are, and no commit waits for it. Always true: the
 * results of a wave are those of its snapshot.
 */
import type { FunctionRunner, QueryRun, ReadRules } from "./functionRunner";
import type { Session } from "./session";
import { type ResultsAt, type SharedQuery, Subscriptions } from "./subscriptions";
import { Wave } from "./wave";

/** Runs of one session that wait for their turn. The others are not started: the client may unsubscribe first. */
const MAX_WAITING_RUNS = 32;

export interface LiveQueriesOptions<Reads, Writes> {
  readonly runner: FunctionRunner<Reads, Writes>;
  readonly readRules: ReadRules<Reads, Writes>;
  /** False while nothing can be sent to the session: it gets no wave until `resume` is called. */
  readonly canSend: (session: Session) => boolean;
  readonly send: (session: Session, results: ResultsAt<Session>) => void;
  /** Called if the runner rejected, which is a bug: a function that fails has an outcome. */
  readonly fail: (session: Session, error: unknown) => void;
}

export class LiveQueries<Reads, Writes> {
  readonly #options: LiveQueriesOptions<Reads, Writes>;
  readonly subscriptions: Subscriptions<Session, Reads, Writes>;
  /** Sessions that need a wave. */
  readonly #pending = new Set<Session>();
  /** The sessions that wait for their turn. */
  readonly #queued = new Set<Session>();
  /** For each queued session, others that share one of its stale queries: most join its wave and need no turn. */
  readonly #followers = new Map<Session, Set<Session>>();
  /** The sessions to which nothing can be sent now, in the order in which they become writable. */
  readonly #blocked = new Set<Session>();
  /** Whether the next or the last wave of a session overtook the others of its person. */
  readonly #promoted = new WeakMap<Session, "next" | "last">();
  readonly #waves = new Map<Session, Wave>();
  #complete = new Set<Wave>();
  readonly #unsubscribe: () => void;
  #runs = 0;

  constructor(options: LiveQueriesOptions<Reads, Writes>) {
    this.#options = options;
    this.subscriptions = new Subscriptions(options.readRules);
    this.#unsubscribe = options.runner.onCommit((commit) => {
      for (const shared of this.subscriptions.commit(commit)) this.#requestAll(shared.watchers);
    });
  }

  /** Runs of subscribed queries, reruns included. */
  get runs(): number {
    return this.#runs;
  }

  /** Updates the session as soon as it is its turn. Call it when its queries or its caller changed. */
  requestUpdate(session: Session): void {
    const wave = this.#waves.get(session);
    this.#pending.add(session);
    if (wave !== undefined) this.#collect(wave);
    else this.#queue(session);
  }

  /**
   * Call it when the session's own mutation has committed. Every second wave may overtake its person's others, and
   * replace an unfinished wave of an earlier commit: so the client waits for one wave, and every second one still ends.
   */
  requestOwnUpdate(session: Session, ts: bigint): void {
    if (!this.#promoted.has(session)) {
      this.#promoted.set(session, "next");
      const wave = this.#waves.get(session);
      if (wave?.isReplaceableAt(ts) === true) this.#end(wave);
    }
    this.requestUpdate(session);
    process.nextTick(() => this.#promote(session));
  }

  remove(session: Session): void {
    this.#pending.delete(session);
    this.#blocked.delete(session);
    const wave = this.#waves.get(session);
    if (wave !== undefined) this.#end(wave);
    // Its unsent results no longer count.
    this.resume();
  }

  /** Reruns every subscribed query, because the functions were replaced. */
  rerunAll(): void {
    this.subscriptions.invalidateAll();
    for (const wave of this.#waves.values()) {
      wave.results.clear();
      this.#collect(wave);
    }
    for (const shared of this.subscriptions) this.#requestAll(shared.watchers);
  }

  /** Call it when sessions can be sent something again. */
  resume(): void {
    for (const session of [...this.#blocked]) {
      if (!this.#options.canSend(session)) continue;
      this.#blocked.delete(session);
      this.#queue(session);
    }
  }

  close(): void {
    this.#unsubscribe();
  }

  /** Updates the watchers of one query, who have the same caller. The first takes its turn for all. */
  #requestAll(sessions: Iterable<Session>): void {
    let followers: Set<Session> | null = null;
    for (const session of sessions) {
      this.#pending.add(session);
      if (this.#waves.has(session) || this.#blocked.has(session)) continue;
      if (followers === null) followers = this.#lead(session);
      else followers.add(session);
    }
  }

  #lead(session: Session): Set<Session> {
    const followers = this.#followers.get(session) ?? new Set();
    this.#followers.set(session, followers);
    this.#queue(session);
    return followers;
  }

  #queueFollowers(session: Session): void {
    for (const follower of this.#followers.get(session) ?? [])
      if (this.#pending.has(follower) && !this.#waves.has(follower)) this.#queue(follower);
    this.#followers.delete(session);
  }

  #queue(session: Session): void {
    if (this.#queued.has(session) || this.#blocked.has(session)) return;
    this.#queued.add(session);
    // nextTick batches the commits of this turn of the event loop, and lets responses to mutations be sent first.
    process.nextTick(() => {
      const { runner, fail } = this.#options;
      runner
        .takeTurn(session.caller, session.key)
        .then(({ leave }) => {
          this.#queued.delete(session);
          try {
            this.#begin(session);
          } finally {
            leave();
          }
        })
        .catch((error: unknown) => fail(session, error))
        .finally(() => this.#queueFollowers(session));
      this.#promote(session);
    });
  }

  #promote(session: Session): void {
    if (this.#promoted.get(session) !== "next") return;
    this.#options.runner.promote(session.caller, session.key);
  }

  #begin(session: Session): void {
    const wave = this.#open(session);
    if (wave === null) return;
    // The session's queries run now, instead of waiting again behind those of all others.
    if (wave.runs > 0) this.#options.runner.promote(session.caller, session.key);
    // Sessions of the same person that wait for nothing else take part, so that a query runs once for all of them.
    for (const shared of [...wave.missing]) {
      for (const other of shared.watchers) {
        if (this.#pending.has(other) && wave.covers(other)) this.#open(other);
      }
    }
  }

  #open(session: Session): Wave | null {
    const { runner, canSend } = this.#options;
    if (!this.#pending.has(session) || this.#waves.has(session)) return null;
    if (!canSend(session)) {
      this.#blocked.add(session);
      return null;
    }
    this.#pending.delete(session);
    if (this.#promoted.get(session) === "next") this.#promoted.set(session, "last");
    else this.#promoted.delete(session);
    const wave = new Wave(session, runner.openSnapshot());
    this.#waves.set(session, wave);
    this.subscriptions.holdCommits();
    this.#collect(wave);
    return wave;
  }

  /** Takes the results that are valid in the snapshot, and runs the other queries of the session. */
  #collect(wave: Wave): void {
    const { session, results, missing, snapshot } = wave;
    missing.clear();
    session.rejoinUnsent(results);
    for (const shared of session.watched) {
      if (results.has(shared)) continue;
      const { result } = shared;
      if (result !== null && shared.isCurrentAt(snapshot.ts)) results.set(shared, result);
      else missing.add(shared);
    }
    this.#advance(wave);
  }

  #advance(wave: Wave): void {
    for (const shared of wave.missing) {
      if (wave.runs >= MAX_WAITING_RUNS) break;
      if (!this.subscriptions.isRunning(shared)) this.#run(shared, wave);
    }
    if (wave.missing.size > 0 || this.#complete.has(wave)) return;
    if (this.#complete.size === 0) process.nextTick(() => this.#sendAll());
    this.#complete.add(wave);
  }

  #run(shared: SharedQuery<Session>, wave: Wave): void {
    const { runner, fail } = this.#options;
    const { udfPath, args, caller } = shared.query;
    const { snapshot, session } = wave;
    const ended = (settle: () => void): void => {
      wave.runEnded();
      try {
        settle();
        if (this.#waves.get(session) === wave) this.#advance(wave);
      } catch (error) {
        for (const watcher of [...shared.watchers]) fail(watcher, error);
      }
    };
    this.#runs += 1;
    wave.runBegan();
    this.subscriptions.begin(shared);
    runner
      .runQuery({
        udfPath,
        args,
        caller,
        journal: shared.journal,
        session: session.key,
        snapshot,
      })
      .then(
        (run) => ended(() => this.#settle(shared, run)),
        (error: unknown) =>
          ended(() => {
            this.subscriptions.abandon(shared);
            throw error;
          }),
      );
  }

  #settle(shared: SharedQuery<Session>, run: QueryRun<Reads>): void {
    const settled = this.subscriptions.settle(shared, run);
    for (const watcher of [...shared.watchers]) {
      const wave = this.#waves.get(watcher);
      if (settled.until !== null) this.#requestAll([watcher]);
      if (wave === undefined || !wave.missing.has(shared)) continue;
      const { ts } = wave.snapshot;
      const isValid = run.ts <= ts && (settled.until === null || ts < settled.until);
      if (isValid) {
        wave.results.set(shared, settled.result);
        wave.missing.delete(shared);
      }
      if (isValid || watcher.hasAllResults) this.#advance(wave);
      else this.#collect(wave);
    }
  }

  #sendAll(): void {
    const complete = this.#complete;
    this.#complete = new Set();
    for (const wave of complete) {
      const { session, snapshot, results, missing } = wave;
      // The client has subscribed to another query since, or has disconnected.
      if (missing.size > 0 || this.#waves.get(session) !== wave) continue;
      this.#end(wave);
      if (this.#options.canSend(session)) this.#options.send(session, { ts: snapshot.ts, results });
      else this.#pending.add(session);
      if (this.#pending.has(session)) this.#queue(session);
    }
  }

  #end(wave: Wave): void {
    this.#waves.delete(wave.session);
    this.subscriptions.releaseCommits();
    wave.end();
  }
}
