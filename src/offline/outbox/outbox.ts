/**
 * The rules of the outbox, as pure functions of its rows. Each returns what to
 * write in the transaction that read the rows; the caller acts only after that
 * transaction has ended. Every tab may call any of them at any time: a step for
 * a row that is gone, or in another state by now, does nothing.
 */
import type { JSONValue } from "convex/values";
import { INTENTS_KEPT_MS } from "@domain/intents";
import {
  changedCreation,
  followingChanges,
  openCreation,
  TOO_OLD,
  withFollowing,
} from "./creations";
import {
  isUnknownToServer,
  type OutboxItem,
  type OutboxStep,
  type Refusal,
} from "@/offline/device/outboxItem";
import { valueOf } from "./fieldValues";
import { isDiscardable, isFromBefore } from "./restoredData";
import { firstInTurn, inOrder } from "./sendOrder";

/** A change as a screen makes it, before the outbox adds its own fields. */
export type OutboxChange = Omit<
  OutboxItem,
  "order" | "release" | "attempts" | "state"
>;

type Items = readonly OutboxItem[];

type Written = Omit<OutboxStep<unknown>, "result">;

/**
 * The age after which the server may have forgotten its response to a change, so that sending the change again could
 * apply it twice. A day less than the server promises, because a device's clock may be a day ahead.
 */
const EXPIRES_AFTER_MS = INTENTS_KEPT_MS - 24 * 60 * 60 * 1000;

const EXPIRED: Refusal = {
  code: TOO_OLD,
  message: "Older than 30 days, check and send again.",
};

export interface Added {
  /** False if the change needs no row: it cancels an earlier change, or became part of a creation. */
  readonly isKept: boolean;
  /** The rows whose change this one replaces. */
  readonly replaced: readonly string[];
}

/**
 * Adds a change. It replaces the earlier changes of the same field that the server cannot have: unsent and refused
 * ones. It then keeps the base of the first of them, and the position of an unsent one. A change back to the base
 * leaves nothing to send. A change of a row that the server cannot have yet becomes part of its creation, which is
 * sent again if it was refused.
 */
export function addChange(
  items: Items,
  change: OutboxChange,
  release: string,
): OutboxStep<Added> {
  const creation = openCreation(items, change.subject.key);
  if (creation !== undefined && change.field !== null) {
    const changed = changedCreation(creation, change, release);
    return {
      put: [changed],
      remove: changed.id === creation.id ? [] : [creation.id],
      result: { isKept: false, replaced: [] },
    };
  }
  const earlier = items.filter(
    (item) => isSameField(item, change) && isUnknownToServer(item),
  );
  const replaced = earlier.map(({ id }) => id);
  const base = earlier[0]?.args["base"] ?? change.args["base"];
  const args = base === undefined ? change.args : { ...change.args, base };
  if (earlier.length > 0 && isUnchanged(args))
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

export interface SendingRules {
  /** The subjects that are paused after a failure. */
  readonly paused: ReadonlySet<string>;
  /** The data epoch of the server; empty if it has none. */
  readonly epoch: string;
}

/**
 * Takes the next change to send: the first that is not refused, needs nothing
 * that is still to be created, whose subject is not paused after a failure, and
 * about which the person need not be asked after a restored backup. It overtakes
 * no change of what it changes. A row that
 * is "sending" is taken too, because its sender may have been killed: the server
 * applies an id once.
 */
export function claimNext(
  items: Items,
  now: number,
  { paused, epoch }: SendingRules,
): OutboxStep<OutboxItem | null> {
  const expired = items.filter((item) => isExpired(item, now));
  const current = expired.reduce<Items>(
    (rest, { id }) => apply(rest, refuse(rest, id, EXPIRED)),
    items,
  );
  const isReady = (item: OutboxItem) =>
    !isFromBefore(item, epoch) && !paused.has(item.subject.key);
  const next = firstInTurn(current, isReady);
  if (next === undefined)
    return { ...difference(items, current), result: null };
  const claimed: OutboxItem = {
    ...next,
    attempts: next.attempts + 1,
    state: { kind: "sending", since: now },
  };
  const claiming = apply(current, { put: [claimed] });
  return { ...difference(items, claiming), result: claimed };
}

/** The server has applied the change, now or when it was sent before. */
export function complete(items: Items, id: string): OutboxStep<boolean> {
  const isThere = items.some((item) => item.id === id);
  return { remove: isThere ? [id] : [], result: isThere };
}

/**
 * The server has refused the change, and will refuse it again. The row stays for the person to act on, unless they
 * have changed the field again since: that change then also replaces the refused one. Later changes of a row that was
 * not created become part of its creation.
 */
export function refuse(
  items: Items,
  id: string,
  refusal: Refusal,
): OutboxStep<boolean> {
  const item = items.find((each) => each.id === id);
  if (item === undefined) return { result: false };
  if (item.creates !== undefined && refusal.code !== TOO_OLD)
    return {
      put: [withFollowing(items, item, { kind: "refused", ...refusal })],
      remove: followingChanges(items, item).map((each) => each.id),
      result: true,
    };
  const later = inOrder(items).find(
    (each) => each.order > item.order && isSameField(each, item),
  );
  const base = item.args["base"];
  if (later === undefined)
    return {
      put: [{ ...item, state: { kind: "refused", ...refusal } }],
      result: true,
    };
  const isRebased = base !== undefined && later.attempts === 0;
  return {
    put: isRebased ? [{ ...later, args: { ...later.args, base } }] : [],
    remove: [id],
    result: true,
  };
}

/** The call failed without a response: the change may have been applied. It keeps its position and its id. */
export function unanswered(items: Items, id: string): OutboxStep<boolean> {
  const item = items.find((each) => each.id === id);
  if (item?.state.kind !== "sending") return { result: false };
  return { put: [{ ...item, state: { kind: "waiting" } }], result: true };
}

/**
 * Sends a refused change again, under another id: the server has not applied the refused one, or has forgotten it. A
 * creation that may have been applied keeps its id: its client key prevents a second row.
 */
export function retry(
  items: Items,
  id: string,
  again: Pick<OutboxItem, "id" | "at" | "epoch">,
): OutboxStep<boolean> {
  const refused = items.find((item) => item.id === id);
  if (refused?.state.kind !== "refused") return { result: false };
  const { creates, attempts, state } = refused;
  const { id: newId, ...present } = again;
  const mayHaveArrived =
    creates !== undefined && attempts > 0 && state.code === TOO_OLD;
  const item: OutboxItem = {
    ...refused,
    ...present,
    state: { kind: "waiting" },
    ...(!mayHaveArrived && { id: newId, attempts: 0 }),
  };
  return { put: [item], remove: mayHaveArrived ? [] : [id], result: true };
}

/**
 * Discards a change that the server cannot have, or one that waits for the person's decision after a restored backup.
 * A change that was sent can be undone instead. Discarding a creation also discards the changes of the row.
 */
export function discard(
  items: Items,
  id: string,
  epoch: string,
): OutboxStep<boolean> {
  const item = items.find((each) => each.id === id);
  if (item === undefined || !isDiscardable(item, epoch))
    return { result: false };
  const following = items.filter(({ subject }) => subject.key === item.creates);
  return {
    remove: [...new Set([id, ...following.map((each) => each.id)])],
    result: true,
  };
}

/** False for two customers' names in the form of the same job. */
function isSameField(
  item: OutboxItem,
  change: Pick<OutboxItem, "field" | "call" | "subject" | "creates" | "args">,
): boolean {
  if (change.creates !== undefined) return item.creates === change.creates;
  return (
    change.field !== null &&
    item.field === change.field &&
    item.call === change.call &&
    item.subject.key === change.subject.key &&
    item.args["customer_id"] === change.args["customer_id"]
  );
}

/** Whether every field has the value that the person saw before. */
function isUnchanged({ base, ...args }: OutboxItem["args"]): boolean {
  if (typeof base !== "object" || base === null || Array.isArray(base))
    return false;
  const fields = Object.entries(base as Record<string, JSONValue>);
  return (
    fields.length > 0 &&
    fields.every(
      ([field, seen]) =>
        JSON.stringify(valueOf(args, field)) === JSON.stringify(seen),
    )
  );
}

function isExpired({ at, state }: OutboxItem, now: number): boolean {
  return state.kind !== "refused" && now - at >= EXPIRES_AFTER_MS;
}

function nextOrder(items: Items): number {
  return Math.max(0, ...items.map(({ order }) => order)) + 1;
}

export function changesRows({ put = [], remove = [] }: Written): boolean {
  return put.length > 0 || remove.length > 0;
}

/** The rows after a step. */
export function apply(items: Items, step: Written): Items {
  const { put = [], remove = [] } = step;
  const gone = new Set([...remove, ...put.map(({ id }) => id)]);
  return [...items.filter(({ id }) => !gone.has(id)), ...put];
}

function difference(before: Items, after: Items) {
  const kept = new Set(after.map(({ id }) => id));
  return {
    put: after.filter((item) => !before.includes(item)),
    remove: before.map(({ id }) => id).filter((id) => !kept.has(id)),
  };
}
