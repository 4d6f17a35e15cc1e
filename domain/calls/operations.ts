import { counted } from "../text/text";

/** Long-running operations on a whole workspace, done in many small steps. */
export const DELETIONS = [
  "deleteCustomersAndJobs",
  "deleteInventory",
  "deleteAllData",
  "removeDemoData",
  "deleteCustomer",
] as const;

export type Deletion = (typeof DELETIONS)[number];

/** The mark of a generated customer or job; "changed" once a person has edited it. */
export const DEMO_MARKS = ["unchanged", "changed"] as const;

export type DemoMark = (typeof DEMO_MARKS)[number];

/** The new mark of a row that a person edits. */
export function changedMark({ demo }: { readonly demo?: DemoMark | undefined }): {
  demo?: DemoMark;
} {
  return demo === undefined ? {} : { demo: "changed" };
}

export const OPERATIONS = [
  "generate",
  ...DELETIONS,
  "dedupe",
  "merge",
  "removeObtainedDate",
  "undoRun",
  "import",
] as const;

export type Operation = (typeof OPERATIONS)[number];

export function isDeletion(operation: Operation): operation is Deletion {
  return DELETIONS.some((deletion) => deletion === operation);
}

export function isOperation(name: string): name is Operation {
  return OPERATIONS.some((operation) => operation === name);
}

/** The nouns of the counts, and the verbs for what was done. */
const COUNT_WORDS: Readonly<Record<string, { readonly noun?: string; readonly done?: string }>> = {
  customersCreated: { noun: "customer" },
  jobsCreated: { noun: "job" },
  customersDeleted: { noun: "customer" },
  jobsDeleted: { noun: "job" },
  inventoryItemsDeleted: { noun: "item" },
  inventoryPricesDeleted: { noun: "price" },
  inventoryColorsDeleted: { noun: "color" },
  inventoryTxnsDeleted: { noun: "transaction" },
  groupsAffected: { noun: "group", done: "affected" },
  duplicatesRemoved: { noun: "duplicate", done: "removed" },
  cleaned: { done: "cleaned" },
  scanned: { done: "scanned" },
  rowsRestored: { done: "restored" },
  changesUndone: { done: "undone" },
  rowsKept: { done: "kept" },
  colorsCreated: { noun: "color" },
  quantitiesSet: { noun: "stock count", done: "set" },
  pricesSet: { noun: "price", done: "set" },
  detailsLeftOut: { noun: "row", done: "whose details did not fit" },
  customersMatched: { noun: "known customer" },
};

/** For example "1200 jobs, 600 customers"; empty before the first count. */
export function operationCounts(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).flatMap(([name, count]) => {
    const words = COUNT_WORDS[name];
    if (count === 0 || words === undefined) return [];
    const { noun, done } = words;
    const number = noun === undefined ? String(count) : counted(count, noun);
    return [done === undefined ? number : `${number} ${done}`];
  });
  return parts.join(", ");
}

export const OPERATION_RUNNING =
  "Something else is still at work on these records. Try again when it is done.";

export const TOO_OFTEN =
  "You have done this many times in a short time. Wait a minute, and try again.";

/** Shown while the operator has closed the office, for example to move it. */
export const OFFICE_CLOSED = "This office is being moved or restored. Try again in some minutes.";

export const OFFICE_SUSPENDED = "This office is suspended. Ask the operator of Downspout.";
