/**
 * A message-level client of the sync server in the same process. Keeps results as the real client does, records every
 * version, and records every violation of the protocol by the server.
 */
import type { JSONValue } from "convex/values";
import { decodeTs } from "../../src/protocol/codec";
import { type ServerMessage, type Transition, serverMessage } from "../../src/protocol/messages";
import type { Conversation, Peer } from "../../src/sync/conversation";
import type { SyncServer } from "../../src/sync/syncServer";

export interface WatchedCall {
  readonly udfPath: string;
  readonly args: JSONValue;
}

export type SentResult =
  | { readonly value: JSONValue; readonly journal: string | null }
  | { readonly failed: string; readonly journal: string | null };

/** All results of the client at one commit. */
export interface Shown {
  readonly ts: bigint;
  readonly results: ReadonlyMap<number, SentResult>;
}

export interface Answered {
  readonly success: boolean;
  readonly result: JSONValue;
  readonly errorData: JSONValue;
  /** The commit's timestamp; zero if the mutation failed. */
  readonly ts: bigint;
}

type Sync = Pick<SyncServer<never, never>, "open" | "receive" | "drop" | "drained">;

export class SyncClient {
  /** The current subscriptions. */
  readonly calls = new Map<number, WatchedCall>();
  readonly history: Shown[] = [];
  /** Protocol violations of the server, as sentences. */
  readonly faults: string[] = [];
  #shown = new Map<number, SentResult>();
  /** The last journal of each query, across reconnects. */
  readonly #journals = new Map<number, string | null>();
  #version = { querySet: 0, identity: 0, ts: 0n };
  #querySet = 0;
  #nextRequest = 0;
  #chunks: string[] = [];
  readonly #everAsked: WatchedCall[] = [];
  readonly #waiting = new Map<number, (answer: Answered) => void>();
  readonly #reached = new Set<() => void>();
  readonly #sync: Sync;
  readonly #sessionId: string;
  #line: Line;

  constructor(sync: Sync, sessionId: string) {
    this.#sync = sync;
    this.#sessionId = sessionId;
    this.#line = this.#connect();
  }

  get ts(): bigint {
    return this.#version.ts;
  }

  get results(): ReadonlyMap<number, SentResult> {
    return this.#shown;
  }

  get isCongested(): boolean {
    return this.#line.isCongested;
  }

  /** Includes queries that were removed. */
  asked(queryId: number): WatchedCall {
    const call = this.#everAsked[queryId];
    if (call === undefined) throw new Error(`Nobody asked ${queryId}.`);
    return call;
  }

  watch(call: WatchedCall): number {
    const queryId = this.#everAsked.push(call) - 1;
    this.calls.set(queryId, call);
    this.#modify([{ type: "Add", queryId, ...asWire(call) }]);
    return queryId;
  }

  unwatch(queryId: number): void {
    this.calls.delete(queryId);
    this.#modify([{ type: "Remove", queryId }]);
  }

  mutate(udfPath: string, args: JSONValue): Promise<Answered> {
    const requestId = this.#nextRequest++;
    return new Promise((resolve) => {
      this.#waiting.set(requestId, resolve);
      this.#say({ type: "Mutation", requestId, udfPath, args: [args] });
    });
  }

  /** Resolves when the client is at this commit or a later one. */
  async until(ts: bigint): Promise<void> {
    while (this.#version.ts < ts) {
      await new Promise<void>((resolve) => this.#reached.add(resolve));
    }
  }

  /** A congested connection gets no Transitions until it has caught up. */
  setCongested(isCongested: boolean): void {
    this.#line.isCongested = isCongested;
    if (!isCongested) this.#sync.drained();
  }

  /** Drops the connection and reconnects with the same subscriptions and their journals. */
  reconnect(): void {
    this.#sync.drop(this.#line.conversation);
    this.#shown = new Map();
    this.#version = { querySet: 0, identity: 0, ts: 0n };
    this.#querySet = 0;
    this.#chunks = [];
    this.#line = this.#connect();
    const additions = [...this.calls].map(([queryId, call]) => ({
      type: "Add",
      queryId,
      ...asWire(call),
      journal: this.#journals.get(queryId) ?? null,
    }));
    if (additions.length > 0) this.#modify(additions);
  }

  close(): void {
    this.#sync.drop(this.#line.conversation);
  }

  #connect(): Line {
    const line = new Line(this.#sync, (message) => {
      // Messages of a dropped connection are lost.
      if (line === this.#line) this.#take(message);
    });
    const connect = { type: "Connect", sessionId: this.#sessionId };
    line.say({ ...connect, connectionCount: 0 });
    return line;
  }

  #say(message: object): void {
    this.#line.say(message);
  }

  #modify(modifications: readonly object[]): void {
    const baseVersion = this.#querySet++;
    const newVersion = this.#querySet;
    const type = "ModifyQuerySet";
    this.#say({ type, baseVersion, newVersion, modifications });
  }

  #take(message: ServerMessage): void {
    switch (message.type) {
      case "Transition":
        this.#transit(message);
        break;
      case "TransitionChunk":
        this.#chunks.push(message.chunk);
        if (this.#chunks.length === message.totalParts) {
          const whole = this.#chunks.splice(0).join("");
          this.#take(serverMessage.parse(JSON.parse(whole)));
        }
        break;
      case "MutationResponse":
        this.#answered(message);
        break;
      case "Ping":
        break;
      default:
        this.faults.push(`It said ${JSON.stringify(message)}.`);
    }
  }

  #answered(message: ServerMessage & { type: "MutationResponse" }) {
    const ts = message.success ? decodeTs(message.ts) : 0n;
    if (message.success && ts <= this.#version.ts) {
      this.faults.push("A mutation was shown before it was answered.");
    }
    this.#waiting.get(message.requestId)?.({
      success: message.success,
      result: message.result,
      errorData: message.success ? null : (message.errorData ?? null),
      ts,
    });
    this.#waiting.delete(message.requestId);
  }

  #transit({ startVersion, endVersion, modifications }: Transition) {
    const start = { ...startVersion, ts: decodeTs(startVersion.ts) };
    const end = { ...endVersion, ts: decodeTs(endVersion.ts) };
    const version = this.#version;
    if (
      start.ts !== version.ts ||
      start.querySet !== version.querySet ||
      start.identity !== version.identity ||
      end.ts < start.ts
    ) {
      this.faults.push("A Transition does not follow the one before it.");
    }
    for (const change of modifications) this.#apply(change);
    this.#version = end;
    this.history.push({ ts: end.ts, results: new Map(this.#shown) });
    for (const resolve of [...this.#reached]) {
      this.#reached.delete(resolve);
      resolve();
    }
  }

  #apply(change: Transition["modifications"][number]): void {
    const { queryId } = change;
    if (change.type === "QueryRemoved") {
      this.#shown.delete(queryId);
      return;
    }
    const sent: SentResult =
      change.type === "QueryUpdated"
        ? { value: change.value, journal: change.journal }
        : { failed: change.errorMessage, journal: change.journal };
    if (JSON.stringify(sent) === JSON.stringify(this.#shown.get(queryId))) {
      this.faults.push(`Query ${queryId} was sent an unchanged result.`);
    }
    this.#shown.set(queryId, sent);
    this.#journals.set(queryId, sent.journal);
  }
}

class Line implements Peer {
  readonly conversation: Conversation;
  isCongested = false;
  readonly #sync: Sync;
  readonly #take: (message: ServerMessage) => void;

  constructor(sync: Sync, take: (message: ServerMessage) => void) {
    this.#sync = sync;
    this.#take = take;
    this.conversation = sync.open(this, "http://127.0.0.1:3000");
  }

  say(message: object): void {
    void this.#sync.receive(this.conversation, JSON.stringify(message));
  }

  send(frames: Iterable<string>): void {
    for (const frame of frames) {
      this.#take(serverMessage.parse(JSON.parse(frame)));
    }
  }

  end(code: number, reason: string): void {
    throw new Error(`The server closed the connection: ${code} ${reason}`);
  }
}

function asWire({ udfPath, args }: WatchedCall) {
  return { udfPath, args: [args] };
}
