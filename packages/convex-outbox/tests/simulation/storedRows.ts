import type { OutboxItem } from "../../src/outboxItem";
import { inOrder } from "../../src/sendOrder";
import type { Device } from "./device";
import type { Ledger } from "./ledger";
import { contentOf, hasReplaced, type ModelServer } from "./modelServer";
import type { Truth } from "./screen";

type Items = readonly OutboxItem[];

/** What may become of the rows of one device, from one transaction to the next. */
export class StoredRows {
  readonly #owner: string;
  readonly #device: Device;
  readonly #ledger: Ledger;
  readonly #server: ModelServer;
  /** The position of each change among those of its subject, by token. */
  readonly #places = new Map<number, number>();
  #checked = 0;

  constructor(owner: string, { device, ledger, server }: Truth) {
    this.#owner = owner;
    this.#device = device;
    this.#ledger = ledger;
    this.#server = server;
    this.#place([], device.items);
  }

  /** Throws if a transaction since the last call did what it must not. */
  check(): void {
    const { states } = this.#device;
    for (; this.#checked + 1 < states.length; this.#checked += 1) {
      const before = states[this.#checked]?.items ?? [];
      const after = states[this.#checked + 1]?.items ?? [];
      this.#place(before, after);
      for (const row of before) {
        const next = after.find(({ id }) => id === row.id);
        if (next === undefined) this.#checkDeleted(row, after);
        else if (next !== row) this.#checkAttempts(row, next);
      }
    }
  }

  /** Throws if the server has applied the changes of a subject in another order than that of their making. */
  checkOrder(): void {
    const last = new Map<string, { place: number; token: number }>();
    for (const { token, owner, key } of this.#server.applied) {
      const place = this.#places.get(token);
      // The store never had it: its page has sent it from memory.
      if (owner !== this.#owner || place === undefined) continue;
      const [subject = ""] = key.split("/");
      const before = last.get(subject) ?? { place: 0, token };
      const typed = this.#ledger.of(token);
      const isOvertaken =
        place < before.place &&
        this.#ledger.isOrdered(token, before.token) &&
        !typed.sharesOrder &&
        !this.#ledger.of(before.token).sharesOrder;
      if (isOvertaken && !typed.isSentAgain && !typed.isRetried)
        throw new Error(`Change ${token} of ${subject} was overtaken.`);
      if (place >= before.place) last.set(subject, { place, token });
    }
  }

  /** A change takes the place of an unsent one of the same field. */
  #place(rows: Items, after: Items): void {
    for (const row of inOrder(after)) {
      const { token, key } = contentOf(row);
      // Two pages whose store failed have given their rows the same order.
      if (after.some((each) => each !== row && each.order === row.order))
        this.#ledger.of(token).sharesOrder = true;
      if (this.#places.has(token)) continue;
      const unsent = rows.find(
        (each) =>
          each.order === row.order &&
          each.attempts === 0 &&
          each.state.kind === "waiting" &&
          contentOf(each).key === key,
      );
      const before = unsent && this.#ledger.of(contentOf(unsent).token);
      const place = before && this.#places.get(before.token);
      this.#places.set(token, place ?? this.#places.size + 1);
      if (before?.isRetried === true) this.#ledger.of(token).isRetried = true;
      if (before?.sharesOrder === true) this.#ledger.of(token).sharesOrder = true;
    }
  }

  /** Whoever takes a row to send it counts the attempt, and nothing takes a count back. */
  #checkAttempts(row: OutboxItem, next: OutboxItem): void {
    const isTaken =
      next.state.kind === "sending" &&
      next.epoch === row.epoch &&
      (row.state.kind !== "sending" || next.state.since !== row.state.since);
    if (next.attempts < row.attempts + (isTaken ? 1 : 0))
      throw new Error(`Change ${contentOf(row).token} was not counted.`);
  }

  /** A row that was handed to the network goes with the server's response, or by the person. */
  #checkDeleted(row: OutboxItem, after: Items): void {
    if (row.state.kind !== "sending") return;
    const { token, key } = contentOf(row);
    if (this.#ledger.of(token).isDiscarded || this.#server.refused.has(token)) return;
    // It may have been too old, and the person has typed into the field again since.
    const isTypedAgain =
      after.some((each) => contentOf(each).key === key) ||
      this.#ledger.typed.some(
        (each) =>
          each.owner === this.#owner && each.key === key && each.token > token && each.isRevert,
      ) ||
      this.#server.applied.some(
        (each) => each.owner === this.#owner && each.key === key && each.token > token,
      );
    if (isTypedAgain) return;
    if (this.#server.commitOf(row.id) === undefined)
      throw new Error(`Change ${token} was deleted before it was applied.`);
    if (hasReplaced(token) && !this.#device.responses.has(row.id))
      throw new Error(`Change ${token} was deleted before its response.`);
  }
}
