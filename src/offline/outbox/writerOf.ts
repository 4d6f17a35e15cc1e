import type { ConvexReactClient } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import type { OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";

/** Entries of one page. The history is searched ten pages back: 200 entries. */
const ENTRIES = 20;
const MAX_PAGES = 10;

type Values = OutboxItem["args"];

type History = FunctionReturnType<typeof api.changes.ofSubject>;
type Entry = History["page"][number];

/**
 * The last entry in the history of a subject that wrote one of the values. Null if the search ended before the
 * history did, undefined if there is no such entry.
 */
export async function writerOf(
  convex: ConvexReactClient,
  subject: string,
  values: Values,
): Promise<Entry | null | undefined> {
  let cursor: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const { page, isDone, continueCursor }: History = await convex.query(api.changes.ofSubject, {
      subject,
      paginationOpts: { numItems: ENTRIES, cursor },
    });
    const entry = page.find(({ writes }) => writes.some(isWriteOf(values)));
    if (entry !== undefined || isDone) return entry;
    cursor = continueCursor;
  }
  return null;
}

type Write = Entry["writes"][number];

function isWriteOf(values: Values) {
  return ({ after }: Write) =>
    Object.entries(values).some(
      ([field, value]) => field in after && JSON.stringify(after[field]) === JSON.stringify(value),
    );
}
