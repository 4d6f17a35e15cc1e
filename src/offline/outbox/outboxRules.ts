import { OutboxRules, type OutboxItem } from "convex-outbox";
import type { ChangeCall } from "@domain/changes/all";
import { INTENTS_KEPT_MS, ROW_EXISTS } from "@domain/calls/intents";
import { withJobChange } from "@domain/changes/createJob";
import { daysText } from "@domain/text/text";
import type { KeptPhoto, PhotoSubject } from "@/offline/device/photoRow";
import { valueOf } from "./fieldValues";

declare module "convex-outbox" {
  interface Register {
    readonly call: ChangeCall;
    readonly subject: {
      /** The name of the job's customer. Rows of earlier releases have none. */
      readonly customer?: string;
    };
    /** The photo that the change adds to its job. */
    readonly attachment: Pick<KeptPhoto, "field" | "name" | "type" | "at" | "batch"> & {
      readonly job: PhotoSubject;
    };
  }
}

/** A day less than the server promises, because a device's clock may be a day ahead. */
const EXPIRES_AFTER_MS = INTENTS_KEPT_MS - 24 * 60 * 60 * 1000;

export const EXPIRY = {
  expiresAfterMs: EXPIRES_AFTER_MS,
  tooOld: `Older than ${daysText(INTENTS_KEPT_MS)}, check and send again.`,
};

/** The outbox's rules for jobs, stock and prices. */
export const outboxRules = new OutboxRules({
  ...EXPIRY,
  fieldValue: valueOf,
  // The form of one job may hold the names of two customers, one after the other.
  isSameRow: (a, b) => a["customer_id"] === b["customer_id"],
  mergeCreation,
  isCreatedFor,
  isExisting: ({ message }) => message === ROW_EXISTS,
});

function mergeCreation(
  creation: OutboxItem,
  change: Pick<OutboxItem, "args" | "needs" | "shows">,
): OutboxItem | null {
  if (!canMerge(creation, change)) return null;
  const args = withJobChange(creation.args, change.args) as OutboxItem["args"];
  const { needs: _needs, shows: _shows, ...rest } = creation;
  const isMoved = change.args["job_customer_id"] !== undefined;
  const { needs, shows } = isMoved ? change : creation;
  const { job_address: address } = args;
  return {
    ...rest,
    args,
    subject: {
      key: creation.subject.key,
      label: typeof address === "string" ? address : creation.subject.label,
      ...customerOf(args, shows),
    },
    ...(needs && { needs }),
    ...(shows && { shows }),
  };
}

/**
 * Whether the change can be merged into the creation, which corrects only the customer that it creates or chooses.
 */
function canMerge(
  { args, creates }: OutboxItem,
  { args: change }: Pick<OutboxItem, "args">,
): boolean {
  const { job_customer_id: chosen, customer: correction } = args;
  if (change["job_customer_id"] !== undefined)
    return chosen === undefined || correction === undefined;
  const { customer, customer_id: corrected } = change;
  return customer === undefined || corrected === undefined || corrected === (chosen ?? creates);
}

/** The customer's name. For a customer chosen after the creation, the device knows only the id. */
function customerOf(
  { customer }: OutboxItem["args"],
  shows: OutboxItem["shows"],
): Pick<OutboxItem["subject"], "customer"> {
  const entered = customer as OutboxItem["shows"];
  const name = (entered ?? shows)?.["customer_name"];
  return typeof name === "string" ? { customer: name } : {};
}

/**
 * A waiting job that was moved to another customer no longer creates its former customer: a change that names that
 * customer is sent, and the server refuses it. So no two creations wait for each other.
 */
function isCreatedFor(
  { creates, args }: OutboxItem,
  { args: { job_customer_id: customer }, subject }: OutboxItem,
): boolean {
  const isJob = creates !== customer || creates === subject.key;
  return isJob || args["job_customer_id"] === undefined;
}
