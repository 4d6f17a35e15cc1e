/** Result messages of the actions of Settings. The specification fixes them. */
import { operationCounts, type Operation } from "@domain/operations";
import type { AppError } from "@/lib/appErrors";

type Counts<Name extends string> = Readonly<Record<Name, number>>;

type InventoryDeleted = Counts<
  | "inventoryItemsDeleted"
  | "inventoryPricesDeleted"
  | "inventoryColorsDeleted"
  | "inventoryTxnsDeleted"
>;

type CustomersAndJobsDeleted = Counts<"customersDeleted" | "jobsDeleted">;

export function generatedMessage({
  customersCreated,
  jobsCreated,
}: Counts<"customersCreated" | "jobsCreated">): string {
  return `Created ${customersCreated} customers and ${jobsCreated} jobs`;
}

export function demoDataRemovedMessage({
  customersDeleted,
  jobsDeleted,
  customersKept,
}: CustomersAndJobsDeleted & Counts<"customersKept">): string {
  const removed = `Removed ${customersDeleted} demo customers and ${jobsDeleted} demo jobs`;
  return customersKept === 0
    ? removed
    : `${removed}, kept ${customersKept} with other jobs`;
}

export function dedupedMessage({
  groupsAffected,
  duplicatesRemoved,
}: Counts<"groupsAffected" | "duplicatesRemoved">): string {
  return `Deduped customers: groups affected ${groupsAffected}, duplicates removed ${duplicatesRemoved}`;
}

export function restoredMessage({
  rowsRestored,
  changesUndone,
}: Counts<"rowsRestored" | "changesUndone">): string {
  return `Restored ${rowsRestored + changesUndone} records`;
}

export function sharedContactsMessage(total: number): string {
  return total === 1
    ? "One phone number or e-mail address is shared under different names."
    : `${total} phone numbers or e-mail addresses are shared under different names.`;
}

export function cleanedMessage({
  cleaned,
  scanned,
}: Counts<"cleaned" | "scanned">): string {
  return `Cleaned obtained_date from ${cleaned} of ${scanned} customers`;
}

export function customersAndJobsDeletedMessage(
  counts: CustomersAndJobsDeleted,
): string {
  return `Deleted ${counts.customersDeleted} customers and ${counts.jobsDeleted} jobs`;
}

export function inventoryDeletedMessage(counts: InventoryDeleted): string {
  return `Deleted ${inventoryCounts(counts)}`;
}

export function allDeletedMessage(
  counts: CustomersAndJobsDeleted & InventoryDeleted,
): string {
  return `Deleted ${counts.customersDeleted} customers, ${counts.jobsDeleted} jobs, ${inventoryCounts(counts)}`;
}

function inventoryCounts(counts: InventoryDeleted): string {
  return [
    `${counts.inventoryItemsDeleted} items`,
    `${counts.inventoryPricesDeleted} prices`,
    `${counts.inventoryColorsDeleted} colors`,
    `${counts.inventoryTxnsDeleted} transactions`,
  ].join(", ");
}

/** The thrown message, or the fallback if there is none. */
export function failureMessage(
  error: AppError,
  thrown: unknown,
  fallback: string,
): string {
  return error.code === "UNEXPECTED"
    ? (thrownMessage(thrown) ?? fallback)
    : error.message;
}

/** What the Convex client puts around the message of a failed function, and what stands for a hidden one. */
const ADDED_TEXT =
  /^\[CONVEX [^\]]*\] |^\[Request ID: [^\]]*\] |^Server Error$|^Uncaught (?:\w*Error: )?|^ *at .*$|^ *Called by client$/;

function thrownMessage(thrown: unknown): string | null {
  const text = textOf(thrown)
    .split("\n")
    .map((line) => withoutAddedText(line).trim())
    .filter((line) => line !== "")
    .join(" ");
  return text === "" ? null : text;
}

function withoutAddedText(line: string): string {
  const shorter = line.replace(ADDED_TEXT, "");
  return shorter === line ? line : withoutAddedText(shorter);
}

function textOf(thrown: unknown): string {
  if (typeof thrown === "string") return thrown;
  if (!(thrown instanceof Error)) return "";
  const { data } = thrown as { data?: unknown };
  return typeof data === "string" ? data : thrown.message;
}

const TASK_WORDS: Readonly<Record<Operation, string>> = {
  generate: "Generating",
  deleteCustomersAndJobs: "Deleting",
  deleteInventory: "Deleting",
  deleteAllData: "Deleting",
  dedupe: "Deduplicating customers",
  merge: "Merging customers",
  removeDemoData: "Removing demo data",
  removeObtainedDate: "Cleaning obtained_date",
  undoRun: "Restoring",
};

/** For example "Deleting... 1200 jobs, 600 customers so far". */
export function progressMessage(
  task: Operation,
  counts: Readonly<Record<string, number>>,
): string {
  const done = operationCounts(counts);
  const words = `${TASK_WORDS[task]}...`;
  return done === "" ? words : `${words} ${done} so far`;
}
