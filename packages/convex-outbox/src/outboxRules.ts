import type { JSONValue } from "convex/values";
import { PLAIN_RULES, type ChangeRules } from "./changeRules";
import { followingChanges, openCreation, TOO_OLD } from "./creations";
import {
  isUnknownToServer,
  isUploaded,
  type Args,
  type OutboxChange,
  type OutboxItem,
  type OutboxStep,
  type Refusal,
} from "./outboxItem";
import { isFromBefore } from "./restoredData";
import { firstInTurn, inOrder, keysOf } from "./sendOrder";
import { apply, difference } from "./steps";

type Items = readonly OutboxItem[];

export interface Added {
  /** False if the change needs no row: it cancels an earlier change, or became part of a creation. */
  readonly isKept: boolean;
  /** The rows whose change this one replaces. */
  readonly replaced: readonly string[];
}

interface Adding {
  /** The release of the page that writes the row. */
  readonly release: string;
  /** Whether the row can be replaced. */
  readonly canReplace?: (item: OutboxItem) => boolean;
}

export interface SendingRules {
  /** The subjects that are paused after a failure. */
  readonly paused: ReadonlySet<string>;
  /** The data epoch of the server; empty if it has none. */
  readonly epoch: string;
  /** Whether the store can record that the change is sent. */
  readonly canRecord: (item: OutboxItem) => boolean;
}

/**
 * The rules of an outbox, as pure functions of its rows. Each returns what to write in the transaction that read the
 * rows; the caller acts only after that transaction has ended.
 */
export class OutboxRules {
  readonly #app: ChangeRules;

  constructor(app: Partial<ChangeRules> & Pick<ChangeRules, "expiresAfterMs">) {
    this.#app = { ...PLAIN_RULES, ...app };
  }

  /**
   * Adds a change. It replaces the earlier changes of the same field that the server cannot have: unsent and refused
   * ones. It then keeps the base of the first of them, and the position of an unsent one. A change back to the base
   * leaves nothing to send. A change of a row that the server cannot have yet becomes part of its creation, which is
   * sent again if it was refused. A row that cannot be replaced stays as it is, and so does an unsent change if another
   * change, or this one, depends on it: so the server ends with what it would have if each change had been sent at
   * once. A change that was added before stays as it is: a caller who cannot know whether it was added may add it
   * again.
   */
  addChange(
    items: Items,
    change: OutboxChange,
    { release, canReplace = () => true }: Adding,
  ): OutboxStep<Added> {
    if (items.some(({ id }) => id === change.id)) return { result: { isKept: true, replaced: [] } };
    const open = openCreation(items, change.subject.key);
    const creation = open && canReplace(open) ? open : undefined;
    const changed = creation && this.#changedCreation(items, creation, change);
    if (creation !== undefined && changed) {
      const isRefused = creation.state.kind === "refused";
      return {
        put: [isRefused ? sentAgain(changed, change, release) : changed],
        remove: isRefused ? [creation.id] : [],
        result: { isKept: false, replaced: [] },
      };
    }
    const earlier = this.#replaceable(items, change, canReplace);
    const replaced = earlier.map(({ id }) => id);
    const base = earlier[0]?.args["base"] ?? change.args["base"];
    const args = base === undefined ? change.args : { ...change.args, base };
    if (earlier.length > 0 && this.#isUnchanged(args))
      return { remove: replaced, result: { isKept: false, replaced } };
    const unsent = earlier.find(({ state }) => state.kind === "waiting");
    const item: OutboxItem = {
      ...change,
      args,
      order: unsent?.order ?? nextOrder(items),
      release,
      attempts: 0,
      state: { kind: "waiting" },
    };
    return {
      put: [item],
      remove: replaced,
      result: { isKept: true, replaced },
    };
  }

  /**
   * Takes the next change to send: the first that is not refused, needs nothing that is still to be created, whose
   * subject is not paused after a failure, about which the person need not be asked after a restored backup, and whose
   * sending can be recorded. It overtakes no change of the same rows. A row that is "sending" is taken too, because its
   * sender may have been killed: the server applies an id once.
   */
  claimNext(
    items: Items,
    now: number,
    { paused, epoch, canRecord }: SendingRules,
  ): OutboxStep<OutboxItem | null> {
    const refusal = { code: TOO_OLD, message: this.#app.tooOld };
    const current = items
      .filter((item) => this.#isExpired(item, now))
      .reduce<Items>((rest, { id }) => apply(rest, this.refuse(rest, id, refusal)), items);
    const next = firstInTurn(current, {
      isReady: (item) =>
        !isFromBefore(item, epoch) && !paused.has(item.subject.key) && canRecord(item),
      isCreatedFor: this.#app.isCreatedFor,
    });
    if (next === undefined) return { ...difference(items, current), result: null };
    const claimed: OutboxItem = {
      ...next,
      attempts: next.attempts + 1,
      state: { kind: "sending", since: now },
    };
    const claiming = apply(current, { put: [claimed] });
    return { ...difference(items, claiming), result: claimed };
  }

  /**
   * The server has refused the change, and will refuse it again. The row stays for the person to act on, unless they
   * have changed the field again since: that change then also replaces the refused one. Later changes of a row that
   * was not created become part of its creation.
   */
  refuse(items: Items, id: string, refusal: Refusal): OutboxStep<boolean> {
    const item = items.find((each) => each.id === id);
    if (item === undefined) return { result: false };
    const refused: OutboxItem = {
      ...item,
      state: { kind: "refused", ...refusal },
    };
    if (item.creates !== undefined && refusal.code !== TOO_OLD)
      return this.#refuseCreation(items, refused);
    const later = inOrder(items).find(
      (each) => each.order > item.order && this.#isSameField(each, item),
    );
    if (later === undefined) return { put: [refused], result: true };
    const base = item.args["base"];
    const isRebased = base !== undefined && later.attempts === 0;
    return {
      put: isRebased ? [{ ...later, args: { ...later.args, base } }] : [],
      remove: [id],
      result: true,
    };
  }

  /**
   * Whether the refusal of a creation says that an earlier attempt has arrived, although the server has forgotten its
   * id since.
   */
  hasArrivedBefore({ creates, attempts }: OutboxItem, refusal: Refusal): boolean {
    return creates !== undefined && attempts > 1 && this.#app.isExisting(refusal);
  }

  /** The earlier changes that the change replaces, in order. */
  #replaceable(
    items: Items,
    change: OutboxChange,
    canReplace: (item: OutboxItem) => boolean,
  ): Items {
    const found = inOrder(items).filter(
      (item) => this.#isSameField(item, change) && isUnknownToServer(item),
    );
    const others = items.filter((item) => !found.includes(item));
    const last = found.findLastIndex(
      (item) =>
        item.state.kind !== "refused" &&
        (!canReplace(item) ||
          change.isConditional === true ||
          this.#hasDependent(others, { earlier: item, change })),
    );
    return found.slice(last + 1);
  }

  #refuseCreation(items: Items, refused: OutboxItem): OutboxStep<boolean> {
    const merged: string[] = [];
    let creation = refused;
    for (const change of followingChanges(items, refused)) {
      const between = items.filter(({ id, order }) => order < change.order && !merged.includes(id));
      if (this.#hasDependent(between, { earlier: refused, change })) continue;
      const changed = this.#merged(creation, change);
      if (changed === null) continue;
      creation = changed;
      merged.push(change.id);
    }
    return { put: [creation], remove: merged, result: true };
  }

  /** The creation with the change; null if that change has to be sent apart. */
  #changedCreation(items: Items, creation: OutboxItem, change: OutboxChange): OutboxItem | null {
    if (change.field === null) return null;
    // The person repairs a refused creation: nothing that depends on it was sent.
    const isApart =
      creation.state.kind !== "refused" && this.#hasDependent(items, { earlier: creation, change });
    return isApart ? null : this.#merged(creation, change);
  }

  #merged(creation: OutboxItem, change: OutboxChange): OutboxItem | null {
    return change.isConditional === true ? null : this.#app.mergeCreation(creation, change);
  }

  /** Whether one of the items, later than `earlier`, changes the same rows and writes a value that `change` writes. */
  #hasDependent(
    items: Items,
    { earlier, change }: { readonly earlier: OutboxItem; readonly change: OutboxChange },
  ): boolean {
    const keys = keysOf(earlier);
    const { writes: values } = change;
    return items.some((item) => {
      if (item.state.kind === "refused" || item.order <= earlier.order) return false;
      if (!keysOf(item).some((key) => keys.includes(key))) return false;
      const { writes } = item;
      return !values || !writes || writes.some((each) => values.includes(each));
    });
  }

  #isSameField(
    item: OutboxItem,
    change: Pick<OutboxItem, "field" | "call" | "subject" | "creates" | "args">,
  ): boolean {
    if (change.creates !== undefined) return item.creates === change.creates;
    return (
      change.field !== null &&
      item.field === change.field &&
      item.call === change.call &&
      item.subject.key === change.subject.key &&
      this.#app.isSameRow(item.args, change.args)
    );
  }

  /** Whether every field has the value that the person saw before. */
  #isUnchanged({ base, ...args }: Args): boolean {
    if (typeof base !== "object" || base === null || Array.isArray(base)) return false;
    const fields = Object.entries(base as Record<string, JSONValue>);
    return (
      fields.length > 0 &&
      fields.every(
        ([field, seen]) =>
          JSON.stringify(this.#app.fieldValue(args, field)) === JSON.stringify(seen),
      )
    );
  }

  #isExpired(item: OutboxItem, now: number): boolean {
    const isOld = now - item.at >= this.#app.expiresAfterMs;
    return isOld && item.state.kind !== "refused" && isUploaded(item);
  }
}

/** A refused creation with a change that repairs it, to be sent again under the id of that change. */
function sentAgain(creation: OutboxItem, { id, at }: OutboxChange, release: string): OutboxItem {
  const state = { kind: "waiting" } as const;
  return { ...creation, id, at, release, attempts: 0, state };
}

function nextOrder(items: Items): number {
  return Math.max(0, ...items.map(({ order }) => order)) + 1;
}
