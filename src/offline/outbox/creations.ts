/** The rules for changes that create a row, and for later changes of that row. */
import type { JSONValue } from "convex/values";
import { ROW_EXISTS } from "@domain/intents";
import { withJobChange } from "@domain/newJobs";
import type { OutboxItem, Refusal } from "@/offline/device/outboxItem";

type Items = readonly OutboxItem[];

type Change = Pick<OutboxItem, "id" | "at" | "args" | "needs" | "shows">;

/** The refusal of a change that the server may have forgotten: see `claimNext`. */
export const TOO_OLD = "TOO_OLD";

/**
 * The change that creates `key`, if a later change can still become part of it: the server certainly does not have
 * it.
 */
export function openCreation(
  items: Items,
  key: string,
): OutboxItem | undefined {
  return items.find(
    ({ creates, attempts, state }) =>
      creates === key &&
      (attempts === 0 || (state.kind === "refused" && state.code !== TOO_OLD)),
  );
}

/** Merges a later change into the creation. A refused creation becomes one to send again. */
export function changedCreation(
  creation: OutboxItem,
  change: Change,
  release: string,
): OutboxItem {
  const changed = withChange(creation, change);
  if (creation.state.kind !== "refused") return changed;
  const { id, at } = change;
  const state = { kind: "waiting" } as const;
  return { ...changed, id, at, release, attempts: 0, state };
}

function withChange(creation: OutboxItem, change: Change): OutboxItem {
  const args = withJobChange(creation.args, change.args) as OutboxItem["args"];
  const { needs: _needs, shows: _shows, ...rest } = creation;
  const isMoved = change.args["job_customer_id"] !== undefined;
  const { needs, shows } = isMoved ? change : creation;
  return {
    ...rest,
    args,
    subject: {
      key: creation.subject.key,
      label: labelOf(creation, args),
      ...customerOf(args, shows),
    },
    ...(needs && { needs }),
    ...(shows && { shows }),
  };
}

/** Of a customer that was chosen after the creation, the device knows only the id. */
function customerOf(
  { customer }: OutboxItem["args"],
  shows: OutboxItem["shows"],
): Pick<OutboxItem["subject"], "customer"> {
  const entered = customer as OutboxItem["shows"];
  const name = (entered ?? shows)?.["customer_name"];
  return typeof name === "string" ? { customer: name } : {};
}

function labelOf(
  { subject }: OutboxItem,
  { job_address: address }: Readonly<Record<string, JSONValue>>,
): string {
  return typeof address === "string" ? address : subject.label;
}

/** The creation in another state, merged with the changes that wait for it. */
export function withFollowing(
  items: Items,
  creation: OutboxItem,
  state: OutboxItem["state"],
): OutboxItem {
  const following = followingChanges(items, creation);
  return { ...following.reduce(withChange, creation), state };
}

/** The changes that wait for the creation and can become part of it, in order. */
export function followingChanges(items: Items, creation: OutboxItem): Items {
  return items
    .filter(
      ({ subject, field, attempts }) =>
        subject.key === creation.creates && field !== null && attempts === 0,
    )
    .toSorted((a, b) => a.order - b.order);
}

/**
 * Whether the refusal of a creation says that an earlier attempt has arrived,
 * although the server has forgotten its intent since.
 */
export function hasArrivedBefore(
  { creates, attempts }: OutboxItem,
  { message }: Refusal,
): boolean {
  return creates !== undefined && attempts > 1 && message === ROW_EXISTS;
}
