/** Result messages of the actions of Settings. The specification fixes them for every number but 1. */
import { operationCounts, type Operation } from "@domain/calls/operations";
import { counted } from "@domain/text/text";
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
  return `Created ${counted(customersCreated, "customer")} and ${counted(jobsCreated, "job")}`;
}

export function demoDataRemovedMessage({
  customersDeleted,
  jobsDeleted,
  customersKept,
}: CustomersAndJobsDeleted & Counts<"customersKept">): string {
  const removed = `Removed ${counted(customersDeleted, "demo customer")} and ${counted(jobsDeleted, "demo job")}`;
  return customersKept === 0 ? removed : `${removed}, kept ${customersKept} with other jobs`;
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
  return `Restored ${counted(rowsRestored + changesUndone, "record")}`;
}

export function sharedContactsMessage(total: number): string {
  return total === 1
    ? "One phone number or e-mail address is shared under different names."
    : `${total} phone numbers or e-mail addresses are shared under different names.`;
}

export function cleanedMessage({ cleaned, scanned }: Counts<"cleaned" | "scanned">): string {
  return `Cleaned obtained_date from ${cleaned} of ${counted(scanned, "customer")}`;
}

export function customersAndJobsDeletedMessage(counts: CustomersAndJobsDeleted): string {
  return `Deleted ${counted(counts.customersDeleted, "customer")} and ${counted(counts.jobsDeleted, "job")}`;
}

export function inventoryDeletedMessage(counts: InventoryDeleted): string {
  return `Deleted ${inventoryCounts(counts)}`;
}

export function allDeletedMessage(counts: CustomersAndJobsDeleted & InventoryDeleted): string {
  const customers = counted(counts.customersDeleted, "customer");
  const jobs = counted(counts.jobsDeleted, "job");
  return `Deleted ${customers}, ${jobs}, ${inventoryCounts(counts)}`;
}

function inventoryCounts(counts: InventoryDeleted): string {
  return [
    counted(counts.inventoryItemsDeleted, "item"),
    counted(counts.inventoryPricesDeleted, "price"),
    counted(counts.inventoryColorsDeleted, "color"),
    counted(counts.inventoryTxnsDeleted, "transaction"),
  ].join(", ");
}

/** The thrown message, or the fallback if there is none. */
export function failureMessage(error: AppError, thrown: unknown, fallback: string): string {
  return error.code === "UNEXPECTED" ? (thrownMessage(thrown) ?? fallback) : error.message;
}

/** Matches the text that the Convex client adds to a failed function's message, or shows in place of a hidden one. */
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
  deleteCustomer: "Deleting a customer",
  removeObtainedDate: "Cleaning obtained_date",
  undoRun: "Restoring",
  import: "Importing",
};

/** For example "Deleting... 1200 jobs, 600 customers so far". */
export function progressMessage(task: Operation, counts: Readonly<Record<string, number>>): string {
  const done = operationCounts(counts);
  const words = `${TASK_WORDS[task]}...`;
  return done === "" ? words : `${words} ${done} so far`;
}
