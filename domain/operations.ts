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

export const OPERATION_RUNNING =
  "Something else is still at work on these records. Try again when it is done.";
