import type { ConvexReactClient } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "@convex/_generated/api";
import type { OutboxItem } from "./outboxItem";

/** How far back the history is searched. */
const ENTRIES = 20;

type Values = OutboxItem["args"];

/** The last entry in the history of a subject that wrote one of the values. */
export async function writerOf(
  convex: ConvexReactClient,
  subject: string,
  values: Values,
) {
  const { page } = await convex.query(api.changes.ofSubject, {
    subject,
    paginationOpts: { numItems: ENTRIES, cursor: null },
  });
  return page.find(({ writes }) => writes.some(isWriteOf(values)));
}

type Write = FunctionReturnType<
  typeof api.changes.ofSubject
>["page"][number]["writes"][number];

function isWriteOf(values: Values) {
  return ({ after }: Write) =>
    Object.entries(values).some(
      ([field, value]) =>
        field in after &&
        JSON.stringify(after[field]) === JSON.stringify(value),
    );
}
