import type { OutboxItem } from "../../src/outboxItem";
import type { OutboxClient } from "../../src/outboxClient";
import type { Device, Process } from "./device";
import type { Ledger, Typed } from "./ledger";
import { contentOf, type ModelServer } from "./modelServer";

type Items = readonly OutboxItem[];

/** Milliseconds, more than a message to another tab and the reading of the rows take. */
const FRESH_MS = 100;

interface ShownPage {
  readonly client: Pick<OutboxClient, "items" | "questions" | "hasSaved" | "isStoring">;
  readonly process: Process;
  readonly owner: string;
  /** The ids of the changes that the page knows to be saved. */
  readonly saved: ReadonlySet<string>;
  /** The changes whose response the page has had itself. */
  readonly answered: ReadonlySet<number>;
  /** The commit that the live queries of the page show. */
  readonly live: number;
  /** The data epoch, as far as the page knows it. */
  readonly epoch: string;
}

export interface Truth {
  readonly device: Device;
  readonly server: ModelServer;
  readonly ledger: Ledger;
}

/**
 * What one page may show, derived from the device's disk, the server's commits and what the person did, and never from
 * the outbox. The page shows the rows of one transaction over the data of one commit: no change is in neither, none
 * comes back after the page knows that it is saved, and the page never goes back to an older transaction.
 */
export class Screen {
  readonly #page: ShownPage;
  readonly #truth: Truth;
  readonly #openedAt: number;
  /** The stored state that the page shows, or a later one that looks the same. */
  #state = -1;
  /** The last change of each field that the page has shown. */
  #shown = new Map<string, number>();
  /** The page's commit, and the last change of each field in it. */
  #commit = 0;
  readonly #live = new Map<string, number>();
  /** What the page showed after the step before. */
  #items: Items = [];
  #checked: readonly unknown[] = [];

  constructor(page: ShownPage, truth: Truth, now: number) {
    this.#page = page;
    this.#truth = truth;
    this.#openedAt = now;
  }

  /** Throws if the page does not show, in the same turn, what the person has just typed. */
  mustShow({ token, key, isRevert }: Typed): void {
    const items = this.#page.client.items();
    const shown = items.findLast((item) => contentOf(item).key === key);
    const orders = items.filter(({ order }) => order === shown?.order);
    // Two pages whose store failed have given their rows the same order.
    if (isRevert || orders.length > 1) return;
    if (shown === undefined || contentOf(shown).token !== token)
      throw new Error(`Change ${token} is not shown at once.`);
  }

  /** The page has shown that the device keeps the change. */
  keeps(id: string): void {
    const stored = this.#truth.device.states.findIndex(({ items }) =>
      items.some((item) => item.id === id),
    );
    this.#state = Math.max(this.#state, stored);
  }

  /** Throws if the page shows what it must not, or lacks something. */
  check(now: number): void {
    const { client, live, epoch, saved } = this.#page;
    const { states } = this.#truth.device;
    const items = client.items();
    const facts = [items, client.questions(), live, epoch, saved.size];
    const isChecked = facts.every((fact, at) => fact === this.#checked[at]);
    if (isChecked && this.#state === states.length - 1) return;
    this.#checked = facts;
    // What the store lacks is no state of it yet.
    if (!client.isStoring()) this.#checkState(items, now);
    this.#checkQuestions(items);
    this.#checkFields(items);
    this.#checkSaved();
    this.#items = items;
  }

  #checkState(items: Items, now: number): void {
    const { states } = this.#truth.device;
    const oldest = Math.max(this.#state, this.#mustHaveSeen(now));
    if (oldest === -1 && items.length === 0) return;
    for (let at = Math.max(oldest, 0); at < states.length; at += 1) {
      if (!this.#shows(states[at]?.items ?? [], items)) continue;
      this.#state = at;
      return;
    }
    const rows = this.#unsaved(states[Math.max(oldest, 0)]?.items ?? []);
    const wrong =
      items.find((item) => !rows.includes(item)) ?? rows.find((row) => !items.includes(row));
    throw new Error(
      wrong === undefined
        ? "Changes are shown in another order than they are sent in."
        : `Change ${contentOf(wrong).token} is ${items.includes(wrong) ? "shown" : "not shown"} as ${wrong.state.kind}.`,
    );
  }

  #shows(rows: Items, items: Items): boolean {
    const unsaved = this.#unsaved(rows);
    return unsaved.length === items.length && unsaved.every((row, index) => row === items[index]);
  }

  #unsaved(rows: Items): Items {
    return rows
      .filter(({ id }) => !this.#page.saved.has(id))
      .toSorted((a, b) => a.order - b.order || a.at - b.at);
  }

  /** The newest state of which the page has had the time to hear; -1 if it has just been opened. */
  #mustHaveSeen(now: number): number {
    const { process } = this.#page;
    const heardUntil = now - FRESH_MS;
    if (process.isFrozen || process.thawedAt > heardUntil) return -1;
    if (this.#openedAt > heardUntil) return -1;
    if (this.#truth.device.heldUntil > heardUntil) return -1;
    return this.#truth.device.states.findLastIndex(
      ({ reportedAt }) => reportedAt !== null && reportedAt <= heardUntil,
    );
  }

  /** The person is asked about what was made in a known data epoch that is over, and about nothing else. */
  #checkQuestions(items: Items): void {
    const { epoch, client } = this.#page;
    const asked = new Set(client.questions());
    for (const item of items) {
      const { epoch: made = "", state } = item;
      const isOver = made !== "" && epoch !== "" && made !== epoch;
      if (asked.has(item) !== (isOver && state.kind !== "refused"))
        throw new Error(`Change ${contentOf(item).token} is ${isOver ? "not " : ""}asked about.`);
    }
  }

  /** When a change that the page shows is saved, the page calls its subject saved from then on. */
  #checkSaved(): void {
    const { client, saved } = this.#page;
    for (const item of this.#items)
      if (saved.has(item.id) && !client.hasSaved(item.subject.key))
        throw new Error(`Change ${contentOf(item).token} is not called saved.`);
  }

  /** No field goes back to what it was before a change that the page has shown. */
  #checkFields(items: Items): void {
    const { owner, live } = this.#page;
    const { server } = this.#truth;
    const { applied } = server;
    // The store could not delete the row of a saved change, and a page that was opened after the response shows it.
    const mayBeOld = ({ id }: OutboxItem) => server.commitOf(id) !== undefined;
    for (const each of applied.slice(this.#commit, live))
      if (each.owner === owner) this.#live.set(each.key, each.token);
    this.#commit = live;
    const shown = new Map(this.#live);
    for (const item of items) {
      if (item.state.kind === "refused" || mayBeOld(item)) continue;
      const { key, token } = contentOf(item);
      shown.set(key, token);
    }
    for (const [key, token] of this.#shown) {
      const next = shown.get(key) ?? 0;
      if (token <= next || this.#mayBeGone(key, token)) continue;
      if (next === 0 || this.#truth.ledger.isOrdered(token, next))
        throw new Error(`Change ${token} of ${key} is gone from the page.`);
    }
    this.#shown = shown;
  }

  #mayBeGone(key: string, token: number): boolean {
    const { ledger, server, device } = this.#truth;
    const { owner, live, answered } = this.#page;
    const commit = server.applied.findIndex((each) => each.token === token) + 1;
    // Another tab received the response. This tab's data arrives over its own connection, perhaps later.
    if (commit > live && !answered.has(token)) return true;
    const isReplaced = server.applied
      .slice(live)
      .some((each) => each.owner === owner && each.key === key && each.token > token);
    if (isReplaced) return true;
    const isTooOld = [...device.items, ...this.#page.client.items()].some(
      (item) => item.state.kind === "refused" && contentOf(item).token === token,
    );
    return (
      isTooOld ||
      ledger.typed.some(
        (typed) =>
          typed.token >= token &&
          typed.owner === owner &&
          typed.key === key &&
          (typed.isRevert || typed.isDiscarded || server.refused.has(typed.token)),
      )
    );
  }
}
