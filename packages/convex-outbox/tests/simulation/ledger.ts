import type { OutboxItem } from "../../src/outboxItem";
import type { Outcome } from "../../src/outboxParts";
import { contentOf, type ModelServer } from "./modelServer";

/** A change that a person typed, and the result that the outbox reported for it. */
export interface Typed {
  readonly token: number;
  readonly owner: string;
  readonly key: string;
  /** It puts back what was there before, so that there may be nothing to send. */
  readonly isRevert: boolean;
  /** "kept" once the store has it, "failed" while the page knows that it has not, and may be the only one to have it. */
  state: "typing" | "kept" | "failed";
  /** The page on which it was typed; null for what an earlier release has left. */
  readonly page: object | null;
  /** Whether the store has failed to take it, so that the other pages did not know of it for a time. */
  wasUnknown: boolean;
  isDiscarded: boolean;
  /** The person sent it again after it had become too old: it may be applied twice. */
  isSentAgain: boolean;
  /** The person sent it again after it was refused: it keeps its place, which others have passed. */
  isRetried: boolean;
  /** Another page gave a row the same order while the store failed, so that either may be sent first. */
  sharesOrder: boolean;
  outcome: Outcome | null;
}

/** Everything that was typed, and the claims that must hold at every moment. */
export class Ledger {
  readonly typed: Typed[] = [];
  /** Grows with every update. */
  version = 0;
  readonly #server: ModelServer;

  constructor(server: ModelServer) {
    this.#server = server;
  }

  begin(what: Pick<Typed, "owner" | "key" | "isRevert" | "page">): Typed {
    const typed: Typed = {
      ...what,
      token: this.typed.length + 1,
      state: "typing",
      wasUnknown: false,
      isDiscarded: false,
      isSentAgain: false,
      isRetried: false,
      sharesOrder: false,
      outcome: null,
    };
    this.typed.push(typed);
    return typed;
  }

  update(typed: Typed, change: Partial<Typed>): void {
    Object.assign(typed, change);
    this.version += 1;
  }

  of(token: number): Typed {
    const typed = this.typed[token - 1];
    if (typed === undefined) throw new RangeError(`No change ${token}.`);
    return typed;
  }

  /** Whether one of the two changes was made by a page that may have known of the other one. */
  isOrdered(token: number, other: number): boolean {
    const [a, b] = [this.of(token), this.of(other)];
    return a.page === b.page || !(a.wasUnknown || b.wasUnknown);
  }

  /** Throws if a claim is broken. `items` are the rows on the device, by person. */
  check(items: ReadonlyMap<string, readonly OutboxItem[]>): void {
    this.#checkNothingIsLost(items);
    this.#checkOutcomes();
    this.#checkRefusals(items);
    this.#checkApplied();
  }

  /** The last change of each field is on the server, or visibly waiting or refused. */
  #checkNothingIsLost(items: ReadonlyMap<string, readonly OutboxItem[]>): void {
    const newest = new Map<string, number>();
    const note = (field: string, token: number) =>
      newest.set(field, Math.max(token, newest.get(field) ?? 0));
    for (const { owner, key, token } of this.#server.applied) note(`${owner} ${key}`, token);
    for (const [owner, rows] of items) {
      for (const row of rows) {
        const { key, token } = contentOf(row);
        note(`${owner} ${key}`, token);
      }
    }
    const excused = new Set<string>();
    for (const typed of this.typed.toReversed()) {
      const field = `${typed.owner} ${typed.key}`;
      if (excused.has(field)) continue;
      if (typed.isRevert || typed.isDiscarded) excused.add(field);
      if (typed.state !== "kept" || typed.isDiscarded || typed.isRevert) continue;
      const last = newest.get(field) ?? 0;
      if (last >= typed.token) continue;
      if (last === 0 || this.isOrdered(typed.token, last))
        throw new Error(`Change ${typed.token} of ${field} is lost.`);
    }
  }

  #checkOutcomes(): void {
    const applied = new Set(this.#server.applied.map(({ token }) => token));
    for (const { token, outcome } of this.typed) {
      if (outcome?.kind === "saved" && !applied.has(token))
        throw new Error(`Change ${token} is called saved, and is not.`);
      if (outcome?.kind === "refused" && !this.#server.refused.has(token))
        throw new Error(`Change ${token} is called refused, and was not.`);
    }
  }

  #checkRefusals(items: ReadonlyMap<string, readonly OutboxItem[]>): void {
    for (const row of [...items.values()].flat()) {
      if (row.state.kind !== "refused" || row.state.code === "TOO_OLD") continue;
      const { token } = contentOf(row);
      if (!this.#server.refused.has(token))
        throw new Error(`Change ${token} is shown as refused, and was not.`);
    }
  }

  /** Once each, for the person who typed it, and in the order of typing. */
  #checkApplied(): void {
    const last = new Map<string, number>();
    for (const { token, owner, key } of this.#server.applied) {
      const typed = this.of(token);
      if (typed.owner !== owner) throw new Error(`Change ${token} was sent for ${owner}.`);
      const before = last.get(`${owner} ${key}`) ?? 0;
      if (token <= before && !typed.isSentAgain && this.isOrdered(token, before))
        throw new Error(`Change ${token} came after ${before}, or again.`);
      last.set(`${owner} ${key}`, Math.max(token, before));
    }
  }
}
