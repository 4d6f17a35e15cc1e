/** Long-running operations on a whole workspace, done in many small steps. */
export const DELETIONS = [
  "deleteCustomersAndJobs",
  "deleteInventory",
  "deleteAllData",
] as const;

export type Deletion = (typeof DELETIONS)[number];

export const OPERATIONS = [
  "generate",
  ...DELETIONS,
  "dedupe",
  "merge",
  "removeObtainedDate",
] as const;

export type Operation = (typeof OPERATIONS)[number];

export function isDeletion(operation: Operation): operation is Deletion {
  return DELETIONS.some((deletion) => deletion === operation);
}

export const OPERATION_RUNNING =
  "Something else is still at work on these records. Try again when it is done.";
