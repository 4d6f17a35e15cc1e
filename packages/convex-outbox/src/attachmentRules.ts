import type { ChangeRules } from "./changeRules";
import type { OutboxItem, OutboxStep } from "./outboxItem";
import { OutboxRules, type SendingRules } from "./outboxRules";

type Items = readonly OutboxItem[];

export type Expiry = Pick<ChangeRules, "expiresAfterMs" | "tooOld">;

/**
 * The rules for changes with bytes. Such a change adds its bytes and overwrites nothing: so it is sent even where the
 * store cannot record that, and without a question after a restored backup.
 */
export class AttachmentRules extends OutboxRules {
  readonly #waits: (item: OutboxItem) => boolean;

  constructor(expiry: Expiry, waits: (item: OutboxItem) => boolean) {
    super(expiry);
    this.#waits = waits;
  }

  override claimNext(
    items: Items,
    now: number,
    { paused }: SendingRules,
  ): OutboxStep<OutboxItem | null> {
    const free = items.filter((item) => item.attachment?.isHeld === false && !this.#waits(item));
    return super.claimNext(free, now, {
      paused,
      epoch: "",
      canRecord: () => true,
    });
  }
}

/** The row with the name of its bytes; null if it was removed. From then on the server may have the change. */
export function uploaded(
  items: Items,
  before: OutboxItem,
  { file, ...sent }: Pick<OutboxItem, "at" | "epoch"> & { readonly file: string },
): OutboxStep<OutboxItem | null> {
  const item = items.find(({ id }) => id === before.id);
  if (item?.attachment === undefined) return { result: null };
  if (item.attachment.file !== before.attachment?.file) return { result: item };
  const next = { ...item, ...sent, attachment: { ...item.attachment, file } };
  return { put: [next], result: next };
}
