/**
 * One client's side of the conversation: the query set it asked for, who it is, and what it was last told.
 *
 * Holds no socket and runs nothing: the query set is joined to the shared subscriptions, and `transition` says what the client
 * must be told for all of its queries to be as they are at one commit.
 * Always true: `told` is where the client stands, and each Transition starts there; a version that the client names must follow
 * the one that it was at.
 */
import type { JSONValue } from "convex/values";
import type { UserIdentity } from "convex/server";
import {
  isSameResult,
  ProtocolError,
  type EncodableTransition,
  type EncodedResult,
  type Version,
} from "../protocol/codec";
import type {
  AddQuery,
  Authenticate,
  Connect,
  ModifyQuerySet,
} from "../protocol/messages";
import type { Caller } from "./functionRunner";
import type { SharedQuery, Subscriptions, WatchedQuery } from "./subscriptions";

export const MAX_QUERIES = 2_000;

/** Of the arguments and journals of all queries of one connection, as JSON: they are kept for as long as it watches them. */
export const MAX_ASKED_LENGTH = 16 * 1024 * 1024;

/** The token that a client's identity rests on is no longer good. */
export class TokenExpired extends Error {
  override readonly name = "TokenExpired";
}

interface Identity {
  readonly caller: Caller;
  readonly callerKey: string;
  /** Milliseconds since the epoch; never for nobody. */
  readonly expiresAt: number;
}

interface Query {
  readonly udfPath: string;
  readonly args: JSONValue;
  readonly askedLength: number;
  shared: SharedQuery<Session>;
  /** What the client has of it, or null for nothing yet. */
  told: EncodedResult | null;
}

type SessionSubscriptions = Pick<
  Subscriptions<Session, unknown, unknown>,
  "join" | "leave"
>;

export class Session {
  readonly #subscriptions: SessionSubscriptions;
  readonly #origin: string;
  readonly #queries = new Map<number, Query>();
  /** How many of them are the same one asked again: the session watches that once, until the last of them is gone. */
  readonly #watched = new Map<SharedQuery<Session>, number>();
  readonly #removed: number[] = [];
  #askedLength = 0;
  #told: Version = { querySet: 0, identity: 0, ts: 0n };
  #querySetVersion = 0;
  #identityVersion = 0;
  #identity: Identity;
  #sessionId: string | null = null;
  #clientClockSkew: number | undefined;
  /** A mutation was answered that committed here: the client shows its effects once a Transition gets there. */
  #owedTs: bigint | null = null;

  constructor(subscriptions: SessionSubscriptions, origin: string) {
    this.#subscriptions = subscriptions;
    this.#origin = origin;
    this.#identity = this.#identityOf(null, Infinity);
  }

  get identityVersion(): number {
    return this.#identityVersion;
  }

  /** @throws ProtocolError before Connect: every other message needs a session. */
  get id(): string {
    if (this.#sessionId !== null) return this.#sessionId;
    throw new ProtocolError("The first message must be Connect.");
  }

  get isConnected(): boolean {
    return this.#sessionId !== null;
  }

  connect(message: Connect, now: number): void {
    if (this.#sessionId !== null) {
      throw new ProtocolError("Connect was sent twice.");
    }
    this.#sessionId = message.sessionId;
    if (message.clientTs !== undefined) {
      this.#clientClockSkew = Math.round(message.clientTs - now);
    }
  }

  /** @throws TokenExpired */
  callerAt(now: number): Caller {
    if (now >= this.#identity.expiresAt) {
      throw new TokenExpired("The token has expired.");
    }
    return this.#identity.caller;
  }

  /** @throws ProtocolError where the message does not follow the identity that the session has. */
  expectIdentityVersion(message: Authenticate): void {
    if (message.baseVersion === this.#identityVersion) return;
    throw new ProtocolError(
      `Authenticate is based on identity version ${message.baseVersion}, but the session is at ${this.#identityVersion}.`,
    );
  }

  /** Every query is asked again as the new caller. One who is the same as before finds the same results. */
  authenticated(identity: UserIdentity | null, expiresAt: number): void {
    this.#identityVersion += 1;
    const before = this.#identity.callerKey;
    this.#identity = this.#identityOf(identity, expiresAt);
    if (this.#identity.callerKey === before) return;
    for (const query of this.#queries.values()) {
      const left = query.shared;
      query.shared = this.#join({ ...query, journal: left.journal });
      this.#leave(left);
    }
  }

  modifyQuerySet(message: ModifyQuerySet): void {
    const { baseVersion, newVersion } = message;
    if (baseVersion !== this.#querySetVersion) {
      throw new ProtocolError(
        `ModifyQuerySet is based on query set version ${baseVersion}, but the session is at ${this.#querySetVersion}.`,
      );
    }
    if (newVersion !== baseVersion + 1) {
      throw new ProtocolError(
        `ModifyQuerySet goes from query set version ${baseVersion} to ${newVersion}: versions follow each other by one.`,
      );
    }
    for (const modification of message.modifications) {
      if (modification.type === "Add") this.#add(modification);
      else this.#remove(modification.queryId);
    }
    this.#querySetVersion = newVersion;
  }

  owe(ts: bigint): void {
    if (this.#owedTs === null || ts > this.#owedTs) this.#owedTs = ts;
  }

  /** Whether a Transition to this commit can be made: it needs the result of every query there. */
  isReadyAt(ts: bigint): boolean {
    if (this.#owedTs !== null && ts < this.#owedTs) return false;
    for (const { shared } of this.#queries.values()) {
      if (!shared.isCurrentAt(ts)) return false;
    }
    return true;
  }

  /** What the client must be told so that it stands at `ts`, or null if that is nothing new to it. Taken for told. */
  transition(ts: bigint, now: number): EncodableTransition | null {
    const updated: { queryId: number; result: EncodedResult }[] = [];
    for (const [queryId, query] of this.#queries) {
      const { result } = query.shared;
      if (result === null || isSameResult(query.told, result)) continue;
      updated.push({ queryId, result });
      query.told = result;
    }
    const isNews =
      updated.length > 0 ||
      this.#owedTs !== null ||
      this.#told.querySet !== this.#querySetVersion ||
      this.#told.identity !== this.#identityVersion;
    if (!isNews) return null;

    const startVersion = this.#told;
    const endVersion = {
      querySet: this.#querySetVersion,
      identity: this.#identityVersion,
      ts: ts > startVersion.ts ? ts : startVersion.ts,
    };
    const removed = this.#removed.splice(0);
    this.#told = endVersion;
    this.#owedTs = null;
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
    for (const shared of this.#watched.keys()) {
      this.#subscriptions.leave(shared, this);
    }
    this.#watched.clear();
    this.#queries.clear();
  }

  #add(message: AddQuery): void {
    const { queryId, udfPath, args, journal } = message;
    if (this.#queries.has(queryId)) {
      throw new ProtocolError(`Query ${queryId} was added twice.`);
    }
    if (this.#queries.size >= MAX_QUERIES) {
      throw new ProtocolError(
        `One connection may watch ${MAX_QUERIES} queries, and no more.`,
      );
    }
    const asked = { udfPath, args: args[0] ?? {} };
    const askedLength = JSON.stringify([asked.args, journal]).length;
    this.#askedLength += askedLength;
    if (this.#askedLength > MAX_ASKED_LENGTH) {
      throw new ProtocolError(
        `The arguments and journals of the queries of one connection may be ${MAX_ASKED_LENGTH} characters in all, and no more.`,
      );
    }
    const shared = this.#join({ ...asked, journal: journal ?? null });
    this.#queries.set(queryId, { ...asked, askedLength, shared, told: null });
  }

  #remove(queryId: number): void {
    const query = this.#queries.get(queryId);
    if (!query) {
      throw new ProtocolError(
        `Query ${queryId} was removed but is not in the query set.`,
      );
    }
    this.#queries.delete(queryId);
    this.#askedLength -= query.askedLength;
    this.#leave(query.shared);
    this.#removed.push(queryId);
  }

  #join({ udfPath, args, journal }: Omit<WatchedQuery, keyof Identity>) {
    const { caller, callerKey } = this.#identity;
    const shared = this.#subscriptions.join(
      { udfPath, args, journal, caller, callerKey },
      this,
    );
    this.#watched.set(shared, (this.#watched.get(shared) ?? 0) + 1);
    return shared;
  }

  #leave(shared: SharedQuery<Session>): void {
    const others = (this.#watched.get(shared) ?? 1) - 1;
    if (others > 0) {
      this.#watched.set(shared, others);
      return;
    }
    this.#watched.delete(shared);
    this.#subscriptions.leave(shared, this);
  }

  #identityOf(identity: UserIdentity | null, expiresAt: number): Identity {
    const caller = { identity, origin: this.#origin };
    return { caller, callerKey: JSON.stringify(caller), expiresAt };
  }
}
