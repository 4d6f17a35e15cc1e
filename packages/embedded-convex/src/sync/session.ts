/**
 * The protocol state of one client: its query set, its identity, and the version and results that it was last sent.
 *
 * Holds no socket and runs nothing: queries join the shared subscriptions, and `transition` returns what to send so
 * that all of the client's queries are at one commit. Always true: each Transition starts at the version that was last
 * sent; a version that the client names must follow its previous one.
 */
import { randomUUID } from "node:crypto";
import type { JSONValue } from "convex/values";
import {
  isSameResult,
  ProtocolError,
  type EncodableTransition,
  type EncodedResult,
  type Version,
} from "../protocol/codec";
import type { AddQuery, Authenticate, Connect, ModifyQuerySet } from "../protocol/messages";
import type { Caller } from "../functionCall";
import {
  callerIdentity,
  SIGNED_OUT,
  TokenExpired,
  type Authentication,
  type CallerIdentity,
} from "./callerIdentity";
import { tooManyQueries } from "./queriesShare";
import type { ResultsAt, SharedQuery, Subscriptions, WatchedQuery } from "./subscriptions";
import { expectIdentityVersion, expectQuerySetVersion } from "./versions";

/** Characters of JSON in the arguments and journals of all queries of one connection: they are kept in memory. */
export const MAX_ARGS_LENGTH = 16 * 1024 * 1024;

interface Query {
  readonly udfPath: string;
  readonly args: JSONValue;
  /** The journal with which the client subscribed. */
  readonly journal: string | null;
  readonly argsLength: number;
  shared: SharedQuery<Session>;
  /** The result that the client was last sent; null before the first. */
  lastSent: EncodedResult | null;
}

type SessionSubscriptions = Pick<Subscriptions<Session, unknown, unknown>, "join" | "leave">;

export class Session {
  /** Names the session among those of its person. */
  readonly key = randomUUID();
  readonly #subscriptions: SessionSubscriptions;
  readonly #origin: string;
  readonly #maxQueries: () => number;
  readonly #queries = new Map<number, Query>();
  /** How many of this session's queries use each shared query: the session joins it once and leaves with the last. */
  readonly #watched = new Map<SharedQuery<Session>, number>();
  readonly #removed: number[] = [];
  #argsLength = 0;
  /** The version that the last Transition ended at. */
  #lastSent: Version = { querySet: 0, identity: 0, ts: 0n };
  #querySetVersion = 0;
  #identityVersion = 0;
  #identity: CallerIdentity;
  #sessionId: string | null = null;
  #clientClockSkew: number | undefined;
  /** The newest commit of this client's own mutations that no Transition has reached: the client waits for one. */
  #minTs: bigint | null = null;

  /** A query beyond `maxQueries`, which is called for each query, fails; the others are not affected. */
  constructor(
    subscriptions: SessionSubscriptions,
    { origin, maxQueries }: { readonly origin: string; readonly maxQueries: () => number },
  ) {
    this.#subscriptions = subscriptions;
    this.#origin = origin;
    this.#maxQueries = maxQueries;
    this.#identity = callerIdentity(SIGNED_OUT, origin);
  }

  get identityVersion(): number {
    return this.#identityVersion;
  }

  /** @throws ProtocolError before Connect, which must be the first message. */
  get id(): string {
    if (this.#sessionId !== null) return this.#sessionId;
    throw new ProtocolError("The first message must be Connect.");
  }

  get isAuthenticated(): boolean {
    return this.#identity.caller.identity !== null;
  }

  get isConnected(): boolean {
    return this.#sessionId !== null;
  }

  connect(message: Connect, now: number): void {
    if (this.#sessionId !== null) throw new ProtocolError("Connect was sent twice.");
    this.#sessionId = message.sessionId;
    if (message.clientTs !== undefined) this.#clientClockSkew = Math.round(message.clientTs - now);
  }

  /** The sign-in of the client's token, if the host can end it. */
  get signInId(): string | undefined {
    return this.#identity.signInId;
  }

  /** @throws TokenExpired */
  callerAt(now: number): Caller {
    if (now >= this.#identity.expiresAt) throw new TokenExpired("The token has expired.");
    return this.#identity.caller;
  }

  /** @throws ProtocolError if the message is not based on the session's identity version. */
  expectIdentityVersion(message: Authenticate): void {
    expectIdentityVersion(message, this.#identityVersion);
  }

  /** Resubscribes every query as the new caller, unless only the token changed. */
  authenticated(authentication: Authentication): void {
    this.#identityVersion += 1;
    const before = this.#identity.callerKey;
    this.#identity = callerIdentity(authentication, this.#origin);
    if (this.#identity.callerKey === before) return;
    for (const query of this.#queries.values()) this.#rejoin(query, query.shared.journal);
  }

  /** Rejoins queries that would rerun from another client's journal: their first page would have its end. */
  rejoinUnsent(results: ResultsAt<Session>["results"]): void {
    for (const query of this.#queries.values()) {
      const { shared, lastSent, journal } = query;
      const isUnsent = lastSent === null && !results.has(shared);
      if (isUnsent && shared.rerunsWithOther(journal)) this.#rejoin(query, journal);
    }
  }

  modifyQuerySet(message: ModifyQuerySet): void {
    expectQuerySetVersion(message, this.#querySetVersion);
    for (const modification of message.modifications) {
      if (modification.type === "Add") this.#add(modification);
      else this.#remove(modification.queryId);
    }
    this.#querySetVersion = message.newVersion;
  }

  /** Requires a Transition to at least this commit: the one of a mutation that the client sent. */
  awaitCommit(ts: bigint): void {
    if (this.#minTs === null || ts > this.#minTs) this.#minTs = ts;
  }

  get queryCount(): number {
    return this.#queries.size;
  }

  /** Whether the client was sent a result of each query. */
  get hasAllResults(): boolean {
    return [...this.#queries.values()].every((query) => query.lastSent !== null);
  }

  /** The queries whose results a Transition must have. */
  get watched(): Iterable<SharedQuery<Session>> {
    return this.#watched.keys();
  }

  get caller(): Caller {
    return this.#identity.caller;
  }

  /**
   * The Transition that brings the client to `ts`, with the results of `watched` there. Null if nothing changed. The
   * caller must send it.
   */
  transition({ ts, results }: ResultsAt<Session>, now: number): EncodableTransition | null {
    const isAwaited = this.#minTs !== null && ts >= this.#minTs;
    const updated: { queryId: number; result: EncodedResult }[] = [];
    for (const [queryId, query] of this.#queries) {
      // A query beyond the limit has its error as a result from the start.
      const result = results.get(query.shared) ?? query.shared.result;
      if (result === null || isSameResult(query.lastSent, result)) continue;
      updated.push({ queryId, result });
      query.lastSent = result;
    }
    const hasChanged =
      updated.length > 0 ||
      isAwaited ||
      this.#lastSent.querySet !== this.#querySetVersion ||
      this.#lastSent.identity !== this.#identityVersion;
    if (!hasChanged) return null;

    const startVersion = this.#lastSent;
    const endVersion = {
      querySet: this.#querySetVersion,
      identity: this.#identityVersion,
      ts: ts > startVersion.ts ? ts : startVersion.ts,
    };
    const removed = this.#removed.splice(0);
    this.#lastSent = endVersion;
    if (isAwaited) this.#minTs = null;
    return {
      startVersion,
      endVersion,
      updated,
      removed,
      clientClockSkew: this.#clientClockSkew,
      serverTs: now * 1e6,
    };
  }

  close(): void {
    for (const shared of this.#watched.keys()) this.#subscriptions.leave(shared, this);
    this.#watched.clear();
    this.#queries.clear();
  }

  #add(message: AddQuery): void {
    const { queryId, udfPath, args, journal } = message;
    if (this.#queries.has(queryId)) throw new ProtocolError(`Query ${queryId} was added twice.`);
    const watched = { udfPath, args: args[0] ?? {}, journal: journal ?? null };
    const argsLength = JSON.stringify([watched.args, journal]).length;
    this.#argsLength += argsLength;
    if (this.#argsLength > MAX_ARGS_LENGTH)
      throw new ProtocolError(
        `The arguments and journals of the queries of one connection may have at most ${MAX_ARGS_LENGTH} characters in total.`,
      );
    const refused = { ...watched, ...this.#identity };
    const maxQueries = this.#maxQueries();
    const shared =
      this.#queries.size < maxQueries
        ? this.#join(watched)
        : tooManyQueries<Session>(refused, maxQueries);
    const query = { ...watched, argsLength, shared, lastSent: null };
    this.#queries.set(queryId, query);
  }

  #remove(queryId: number): void {
    const query = this.#queries.get(queryId);
    if (!query)
      throw new ProtocolError(`Query ${queryId} was removed but is not in the query set.`);
    this.#queries.delete(queryId);
    this.#argsLength -= query.argsLength;
    this.#leave(query.shared);
    this.#removed.push(queryId);
  }

  /** A query beyond the limit stays refused. */
  #rejoin(query: Query, journal: string | null): void {
    const left = query.shared;
    if (!this.#watched.has(left)) return;
    query.shared = this.#join({ ...query, journal });
    this.#leave(left);
  }

  #join({ udfPath, args, journal }: Omit<WatchedQuery, keyof CallerIdentity>) {
    const { caller, callerKey } = this.#identity;
    const shared = this.#subscriptions.join({ udfPath, args, journal, caller, callerKey }, this);
    this.#watched.set(shared, (this.#watched.get(shared) ?? 0) + 1);
    return shared;
  }

  #leave(shared: SharedQuery<Session>): void {
    const others = (this.#watched.get(shared) ?? 1) - 1;
    if (others > 0) this.#watched.set(shared, others);
    else {
      this.#watched.delete(shared);
      this.#subscriptions.leave(shared, this);
    }
  }
}
