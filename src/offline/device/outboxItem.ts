import type { JSONValue } from "convex/values";
import type { ChangeCall } from "@domain/changes/change";

/** The server's refusal of a change, with its sentence. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
}

type OutboxState =
  /** Not sent, or sent without a response: it is sent (again) with the same id. */
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
  /** The mutation that the change calls. */
  readonly call: ChangeCall;
  /** The mutation's arguments as Convex JSON, with `base` and without what the sender adds. */
  readonly args: { readonly [name: string]: JSONValue };
  readonly subject: {
    /** The job's or customer's id, or the client key of one made on this device. */
    readonly key: string;
    /** What a person calls it, such as "612 Oak Street". */
    readonly label: string;
    /** The name of the job's customer. Rows of earlier releases have none. */
    readonly customer?: string;
  };
  /** The client key of the row that the change creates. */
  readonly creates?: string;
  /** Client keys, beside the subject's, of rows that must be created first. */
  readonly needs?: readonly string[];
  /** What screens show of a created job beside its arguments: the name and the phone of a chosen customer. */
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
  /** How often the change was handed to the network. At 0 the server cannot have it. */
  readonly attempts: number;
  readonly state: OutboxState;
}

/** The writes of an outbox rule, made in the transaction that read the rows. */
export interface OutboxStep<T> {
  readonly put?: readonly OutboxItem[];
  readonly remove?: readonly string[];
  /** The keys of the typed texts that the step saves. */
  readonly saves?: readonly string[];
  readonly result: T;
}

/** The job that the change is about, by id or client key. Null for changes of stock, prices and the visits of a day. */
export function jobOf({ call, subject }: OutboxItem): string | null {
  return call.startsWith("jobs:") && call !== "jobs:moveVisits"
    ? subject.key
    : null;
}

/** Whether the change was refused because its job was deleted: the person may want the job back. */
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
