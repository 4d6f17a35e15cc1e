import type { OutboxChange, OutboxItem } from "convex-outbox";
import { addLines } from "@domain/changes/jobLines";
import { jobKey } from "@domain/changes/subjects";
import { linesAgain, type LineRow } from "@domain/estimate/lines";
import { orderAfter } from "@domain/estimate/order";
import { randomUuid } from "@/lib/randomUuid";
import { readCatalogue, readLines } from "@/offline/days/copyMaterials";
import type { DeviceStore } from "@/offline/device/deviceStore";
import { tryStore } from "@/offline/device/deviceStoreErrors";
import { shownLines } from "@/offline/outbox/lineRows";
import { newChange } from "@/offline/outbox/newChange";
import { OfficeRows, type Item } from "@/offline/outbox/officeRows";
import { withinLimit } from "@/offline/outbox/response";
import { unrefused } from "@/offline/outbox/shownRows";
import type { Job } from "./jobForm";

interface Known {
  /** The lines of `last` and the items, as the server has them; null if the query fails. */
  readonly live: Promise<readonly [readonly LineRow[], readonly Item[]] | null>;
  readonly isOffline: boolean;
  readonly store: DeviceStore | null;
  /** The changes that wait on the device. */
  readonly waiting: readonly OutboxItem[];
}

/**
 * The change that adds the lines of `last` to the job `id`, which does not exist yet. Undefined if `last` has no
 * lines, null if they are not known here.
 */
export async function linesOfLast(
  last: Job,
  id: string,
  { live, isOffline, store, ...device }: Known,
): Promise<OutboxChange | undefined | null> {
  const waiting = unrefused(device.waiting);
  // Without signal, waits only a moment: a subscription of the page may have the result already.
  const answered = isOffline ? Promise.race([live, nextTask()]) : withinLimit(live);
  const [stored, offered] = (await answered) ?? (await copied(last, store));
  const isNew = waiting.some(({ creates }) => creates === jobKey(last));
  const lines = stored ?? (isNew ? [] : null);
  if (lines === null) return null;
  const office = new OfficeRows({ items: offered }, waiting);
  const items = offered.map((item) => office.item(item._id) ?? item);
  const again = linesAgain(shownLines(last, lines, waiting), items);
  if (again.length === 0) return undefined;
  let order = "";
  const added = again.map((line) => {
    order = orderAfter([{ order }]);
    return { ...line, clientKey: randomUuid(), order };
  });
  return newChange(addLines, { ...last, _id: id, clientKey: id }, added);
}

function nextTask(): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, 0, null));
}

async function copied({ _id }: Job, store: DeviceStore | null) {
  const lines = store && (await tryStore(readLines(store, _id)));
  const catalogue = store && (await tryStore(readCatalogue(store)));
  return [lines?.lines, catalogue?.items ?? []] as const;
}
