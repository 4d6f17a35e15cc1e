import type { JSONValue } from "convex/values";
import type { Args, OutboxChange, OutboxItem, Refusal } from "./outboxItem";

/** What the outbox must know of an application's changes. Every function is pure. */
export interface ChangeRules {
  /**
   * The age in ms after which the server may have forgotten the id of a change, so that sending the change again could
   * apply it twice. Take a day less than the server promises, because a device's clock may be a day ahead.
   */
  readonly expiresAfterMs: number;
  /** The sentence for a change that is older. */
  readonly tooOld: string;
  /** The value of a field in the arguments of a change; null if it has none. */
  readonly fieldValue: (args: Args, field: string) => JSONValue;
  /** Whether changes of the same field, call and subject write the same row. */
  readonly isSameRow: (a: Args, b: Args) => boolean;
  /** Merges a later change of the row into its creation, which the server does not have; null to send it separately. */
  readonly mergeCreation: (
    creation: OutboxItem,
    change: Pick<OutboxChange, "args" | "needs" | "shows">,
  ) => OutboxItem | null;
  /** Whether `creation` still creates the row of its client key for `item`, which needs it. */
  readonly isCreatedFor: (creation: OutboxItem, item: OutboxItem) => boolean;
  /** Whether a refused creation was refused because its row exists. */
  readonly isExisting: (refusal: Refusal) => boolean;
}

/** The rules of an application whose changes are single fields of rows. */
export const PLAIN_RULES: Omit<ChangeRules, "expiresAfterMs"> = {
  tooOld: "Too old to be sent unasked. Check it and send it again.",
  fieldValue: (args, field) => args[field] ?? null,
  isSameRow: () => true,
  mergeCreation: (creation, { args: { base: _base, ...args } }) => ({
    ...creation,
    args: { ...creation.args, ...args },
  }),
  isCreatedFor: () => true,
  isExisting: () => false,
};
