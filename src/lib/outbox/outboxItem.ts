import type { JSONValue } from "convex/values";

/** What the server refused, in its words. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
}

type OutboxState =
  /** Not sent, or sent without an answer: it is sent (again) with the same id. */
  | { readonly kind: "waiting" }
  | { readonly kind: "sending"; readonly since: number }
  | ({ readonly kind: "refused" } & Refusal);

/**
 * A change that a person made and that the server has not answered, as stored
 * on the device. Rows of earlier releases are read too: fields may be added to
 * this type, but none may be removed or change its meaning.
 */
export interface OutboxItem {
  /** The intent id: a UUID made once, when the change was made. */
  readonly id: string;
  /** Items are sent in this order. Not a time: clocks jump. */
  readonly order: number;
  /** The mutation, such as "jobs:update". */
  readonly call: string;
  /** Its arguments as Convex JSON, with `base` and without what the sender adds. */
  readonly args: { readonly [name: string]: JSONValue };
  readonly subject: {
    /** The job's or customer's id, or the client key of one made on this device. */
    readonly key: string;
    /** What a person calls it, such as "612 Oak Street". */
    readonly label: string;
    /** The customer's name, of a job. Rows of earlier releases have none. */
    readonly customer?: string;
  };
  /** The client key of what the change creates. */
  readonly creates?: string;
  /** Client keys, beside the subject's, of what must be created first. */
  readonly needs?: readonly string[];
  /** What screens show of a creation beside its arguments: the name and the phone of a chosen customer. */
  readonly shows?: { readonly [field: string]: JSONValue };
  /** The field that changes; null for a change of another kind. */
  readonly field: string | null;
  /** What a person calls the change, such as "Price". */
  readonly label: string;
  /** The device's clock when the change was made, in ms since 1970. */
  readonly at: number;
  /** The data epoch (`workspace.epoch`) of what the person saw, if the device knew it. */
  readonly epoch?: string;
  /** The release of the page that wrote the row. */
  readonly release: string;
  /** How often it was handed to the network. 0: the server cannot know it. */
  readonly attempts: number;
  readonly state: OutboxState;
}

/** What a rule wants to be written, in the transaction that read the rows. */
export interface OutboxStep<T> {
  readonly put?: readonly OutboxItem[];
  readonly remove?: readonly string[];
  /** The keys of the typed texts that the step saves. */
  readonly saves?: readonly string[];
  readonly result: T;
}

/** The job that the change is about, by id or client key; null of stock, prices and the visits of a day. */
export function jobOf({ call, subject }: OutboxItem): string | null {
  return call.startsWith("jobs:") && call !== "jobs:moveVisits"
    ? subject.key
    : null;
}

/** Whether the job was deleted under the change, so that the person may want it back. */
export function isOfDeletedJob(item: OutboxItem): boolean {
  const { state } = item;
  return (
    jobOf(item) !== null &&
    state.kind === "refused" &&
    state.code === "NOT_FOUND" &&
    state.field === "id"
  );
}

export function isUnknownToServer({ attempts, state }: OutboxItem): boolean {
  return state.kind === "refused" || attempts === 0;
}
