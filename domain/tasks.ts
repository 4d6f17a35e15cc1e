/** Long work on a whole workspace, done in many small steps. */
export const DELETIONS = [
  "deleteCustomersAndJobs",
  "deleteInventory",
  "deleteAllData",
] as const;

export type Deletion = (typeof DELETIONS)[number];

export const TASKS = [
  "generate",
  ...DELETIONS,
  "dedupe",
  "removeObtainedDate",
] as const;

export type Task = (typeof TASKS)[number];

export function isDeletion(task: Task): task is Deletion {
  return DELETIONS.some((deletion) => deletion === task);
}

export const TASK_RUNNING =
  "Something else is still at work on these records. Try again when it is done.";
