import type { JSONValue } from "convex/values";

/**
 * The types of an application, which extends this interface:
 * `declare module "convex-outbox" { interface Register { call: "notes:edit" | "notes:add" } }`.
 * `call` is the names of its mutations; `subject` and `attachment` are its fields beside the outbox's own.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Register {}

type Registered<Name extends string, Default> = Register extends {
  readonly [Key in Name]: infer Type;
}
  ? Type
  : Default;

export type Call = Registered<"call", string>;

export type Subject = {
  /** The id of the changed row, or the client key of one made on this device. */
  readonly key: string;
  /** What a person calls it. */
  readonly label: string;
} & Registered<"subject", object>;

/** Bytes that the server must have before the change is sent: see attachments.ts. */
export type Attachment = {
  /** What the server calls the bytes, once it has them. */
  readonly file?: string;
  /** True while a person enters what the change belongs to: it is not sent. */
  readonly isHeld: boolean;
} & Registered<"attachment", object>;

/** Arguments of a mutation as Convex JSON. */
export type Args = { readonly [name: string]: JSONValue };

/** The server's refusal of a change, with its sentence. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
}

type OutboxState =
  /** Like "waiting", but the store does not have the change yet. Only shown, never stored. */
  | { readonly kind: "storing" }
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
  /** The id by which the server applies the change once: a UUID made when the change was made. */
  readonly id: string;
  /** Items are sent in this order. Not a time: clocks jump. */
  readonly order: number;
  /** The mutation that the change calls. */
  readonly call: Call;
  /** The mutation's arguments with `base`, the values that the person saw by field, and without what the call adds. */
  readonly args: Args;
  /** Changes of one subject are sent in order; a failure pauses its subject alone. */
  readonly subject: Subject;
  /** The client key of the row that the change creates. */
  readonly creates?: string;
  /** Client keys, beside the subject's, of rows that must be created first. */
  readonly needs?: readonly string[];
  /** What screens show of a created row beside its arguments. */
  readonly shows?: Args;
  /** The field that changes; null for a change of another kind. */
  readonly field: string | null;
  /**
   * The names of the values that the change writes; without it, the change may write any value of its rows. A change
   * that writes none of the values of an earlier one does not depend on it.
   */
  readonly writes?: readonly string[];
  /**
   * Whether the present value may prevent the change. It then replaces no waiting change, and becomes part of no
   * creation.
   */
  readonly isConditional?: boolean;
  readonly attachment?: Attachment;
  /** What a person calls the change, such as "Price". */
  readonly label: string;
  /** The device's clock when the change was made, in ms since 1970. */
  readonly at: number;
  /** The server's data epoch of what the person saw, if the device knew it. */
  readonly epoch?: string;
  /** The release of the page that wrote the row. */
  readonly release: string;
  /** How often the change was handed to the network. At 0 the server cannot have it. */
  readonly attempts: number;
  readonly state: OutboxState;
}

/** A change as a screen makes it, before the outbox adds its own fields. */
export type OutboxChange = Omit<OutboxItem, "order" | "release" | "attempts" | "state">;

/** A row of a store, such as a change, or what an application keeps beside its changes. */
export interface StoredRow {
  readonly id: string;
}

/** What a rule writes, in the transaction that read the rows. */
export interface RowStep<Row extends StoredRow, T> {
  readonly put?: readonly Row[];
  readonly remove?: readonly string[];
  /** The keys of the typed texts that the step saves. */
  readonly saves?: readonly string[];
  readonly result: T;
}

export type OutboxStep<T> = RowStep<OutboxItem, T>;

export function isUnknownToServer(item: OutboxItem): boolean {
  const { attempts, state } = item;
  return state.kind === "refused" || attempts === 0 || !isUploaded(item);
}

/** Whether the server has all bytes of the change. */
export function isUploaded({ attachment }: OutboxItem): boolean {
  return attachment === undefined || attachment.file !== undefined;
}
