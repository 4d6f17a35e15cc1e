/** Long-running operations on a whole workspace, done in many small steps. */
export const DELETIONS = [
  "deleteCustomersAndJobs",
  "deleteInventory",
  "deleteAllData",
  "removeDemoData",
] as const;

export type Deletion = (typeof DELETIONS)[number];

/** The mark of a generated customer or job; "changed" once a person has edited it. */
export const DEMO_MARKS = ["unchanged", "changed"] as const;

export type DemoMark = (typeof DEMO_MARKS)[number];

/** The new mark of a row that a person edits. */
export function changedMark({
  demo,
}: {
  readonly demo?: DemoMark | undefined;
}): {
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
] as const;

export type Operation = (typeof OPERATIONS)[number];

export function isDeletion(operation: Operation): operation is Deletion {
  return DELETIONS.some((deletion) => deletion === operation);
}

export function isOperation(name: string): name is Operation {
  return OPERATIONS.some((operation) => operation === name);
}

const COUNT_WORDS: Readonly<Record<string, string>> = {
  customersCreated: "customers",
  jobsCreated: "jobs",
  customersDeleted: "customers",
  jobsDeleted: "jobs",
  inventoryItemsDeleted: "items",
  inventoryPricesDeleted: "prices",
  inventoryColorsDeleted: "colors",
  inventoryTxnsDeleted: "transactions",
  groupsAffected: "groups affected",
  duplicatesRemoved: "duplicates removed",
  cleaned: "cleaned",
  scanned: "scanned",
  rowsRestored: "restored",
  changesUndone: "undone",
};

/** For example "1200 jobs, 600 customers"; empty before the first. */
export function operationCounts(
  counts: Readonly<Record<string, number>>,
): string {
  return Object.entries(counts)
    .filter(([name, count]) => count > 0 && name in COUNT_WORDS)
    .map(([name, count]) => `${count} ${COUNT_WORDS[name]}`)
    .join(", ");
}

export const OPERATION_RUNNING =
  "Something else is still at work on these records. Try again when it is done.";
