/** Compares the stored state with the ledger. Each violation is one sentence. */
import { join } from "node:path";
import {
  integrityDamage,
  withDatabase,
  type Row,
  type StoredState,
} from "../../packages/embedded-convex/tests/crash/storedState";
import { trashKeyOf } from "@domain/history/trashKeys";
import type { Ledger } from "./ledger";

/** A new name of the regular customer schedules a function, which schedules another. */
const SCHEDULED_PER_RENAME = 2;

export function workspaceViolations(ledger: Ledger, state: StoredState): string[] {
  const rowsIn = (key: string) => (table: string) =>
    state.rows(table).filter(({ workspaceId }) => workspaceId === key);
  const rowsOf = rowsIn(ledger.workspaceId);
  const deletedOf = rowsIn(trashKeyOf(ledger.workspaceId));
  return [
    ...ledger.errors.map((error) => `A client received an error: ${error}`),
    ...jobViolations(ledger, rowsOf),
    ...customerViolations(rowsOf, deletedOf),
    ...trashViolations(rowsOf, deletedOf),
    ...intentViolations(ledger, rowsOf),
    ...renameViolations(ledger, rowsOf, state),
    ...stockViolations(ledger, rowsOf),
    ...fileViolations(ledger, rowsOf, state),
  ];
}

type RowsOf = (table: string) => readonly Row[];

function jobViolations(ledger: Ledger, rowsOf: RowsOf): string[] {
  const rows = rowsOf("jobs");
  const stored = rows.map(
    ({ _id, job_address, job_photo_estimate }) =>
      `${_id} ${String(job_address)} ${String(job_photo_estimate)}`,
  );
  const expected = [...ledger.jobs].map(
    ([address, { id, photo }]) => `${id} ${address} ${photo ?? ""}`,
  );
  return [
    ...difference("jobs", stored, expected),
    ...difference(
      "summaries of jobs",
      rowsOf("jobSummaries").map(({ jobId }) => String(jobId)),
      rows.map(({ _id }) => _id),
    ),
  ];
}

/** Each deleted row has one entry in the trash, written in the transaction that deleted it. */
function trashViolations(rowsOf: RowsOf, deletedOf: RowsOf): string[] {
  const trash = rowsOf("trash");
  const tables = [...new Set(trash.map(({ table }) => String(table)))];
  return ["jobs", "customers", ...tables].flatMap((table) =>
    difference(
      `deleted ${table}`,
      deletedOf(table).map(({ _id }) => _id),
      trash.filter((entry) => entry.table === table).map(({ rowId }) => String(rowId)),
    ),
  );
}

/** An intent has one stored answer, which names its change. */
function intentViolations({ answered }: Ledger, rowsOf: RowsOf): string[] {
  const changes = new Set(rowsOf("changes").map(({ _id }) => _id));
  const intents = rowsOf("intents");
  const lost = intents.filter(({ changeId }) => !changes.has(String(changeId)));
  const found = difference(
    "answered calls",
    intents.map(({ intentId }) => String(intentId)),
    answered.map(({ args }) => args.intentId),
  );
  if (lost.length > 0) found.push(`${lost.length} answered calls name no change.`);
  return found;
}

function customerViolations(rowsOf: RowsOf, deletedOf: RowsOf): string[] {
  const customers = rowsOf("customers");
  const counters = rowsOf("counters");
  const names = new Map(
    customers.map(({ customer_id, customer_name }) => [String(customer_id), customer_name]),
  );
  const found: string[] = [];
  if (names.size !== customers.length) found.push("Two customers have the same id.");
  const created = customers.length + deletedOf("customers").length;
  const counted = Number(counters[0]?.lastCustomerNumber) - 1000;
  if (counters.length !== 1 || counted !== created)
    found.push(`${created} customers are counted as ${counted}.`);
  for (const job of rowsOf("jobs")) {
    const name = names.get(String(job.job_customer_id));
    if (name === undefined) found.push(`The job ${String(job.job_address)} has no customer.`);
    else if (job.customer_name !== name)
      found.push(`The job ${String(job.job_address)} names another customer.`);
  }
  return found;
}

function renameViolations({ regular }: Ledger, rowsOf: RowsOf, state: StoredState): string[] {
  const stale = rowsOf("jobs").filter(
    ({ job_customer_id, customer_name }) =>
      job_customer_id === regular.id && customer_name !== regular.name,
  );
  const scheduled = state
    .rows("_scheduled_functions")
    .filter(({ name }) => name === "customers.js:followOn");
  const unfinished = scheduled.filter((row) => (row.state as { kind: string }).kind !== "success");
  const found: string[] = [];
  if (stale.length > 0) found.push(`${stale.length} jobs do not have the name ${regular.name}.`);
  if (scheduled.length !== regular.renames * SCHEDULED_PER_RENAME)
    found.push(`${regular.renames} new names scheduled ${scheduled.length} functions.`);
  if (unfinished.length > 0)
    found.push(`${unfinished.length} scheduled functions did not succeed.`);
  return found;
}

/** The movements of a color follow one another and end at its quantity. */
function stockViolations(ledger: Ledger, rowsOf: RowsOf): string[] {
  const isColor = ({ colorNumber }: Row) => colorNumber === ledger.color;
  const movements = rowsOf("inventoryTxns")
    .filter(isColor)
    .sort((a, b) => a._creationTime - b._creationTime);
  const found: string[] = [];
  let sum = 0;
  for (const { quantity, before, after } of movements) {
    if (before !== sum) found.push(`A movement starts at ${String(before)}.`);
    sum += Number(quantity);
    if (after !== sum) found.push(`A movement ends at ${String(after)}.`);
  }
  const stored = rowsOf("inventoryColorStock")
    .filter(isColor)
    .reduce((total, row) => total + Number(row.quantity), 0);
  if (sum !== stored || sum !== ledger.stock)
    found.push(
      `The stock is ${stored}, the movements sum to ${sum}, and ${ledger.stock} were acknowledged.`,
    );
  return found;
}

/** A file without a job is one whose upload had no response. */
function fileViolations(ledger: Ledger, rowsOf: RowsOf, state: StoredState): string[] {
  const onJobs = rowsOf("jobs").flatMap((row) => row.job_photo_estimate as string[]);
  const files = rowsOf("files");
  const used = files.filter(({ uses }) => uses !== 0);
  const found = difference(
    "used files",
    used.map(({ storageId }) => String(storageId)),
    onJobs,
  );
  if (files.length - used.length > ledger.brokenUploads)
    found.push(
      `${files.length - used.length} files have no job after ${ledger.brokenUploads} broken uploads.`,
    );
  const sha256 = new Map(state.rows("_storage").map((file) => [file._id, file.sha256]));
  for (const id of onJobs)
    if (sha256.get(id) !== ledger.uploads.get(id))
      found.push(`The photo ${id} is not the one that was uploaded.`);
  return found;
}

/** Every acknowledged account exists once, and every account has a password. */
export function accountViolations(dataDir: string, acknowledged: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const stored = new Set<string>();
  withDatabase(join(dataDir, "accounts.db"), (database) => {
    found.push(...integrityDamage(database));
    const users = database
      .prepare(
        `SELECT u.email, count(DISTINCT u.id) AS users, count(a.password) AS passwords
         FROM user u LEFT JOIN account a ON a.userId = u.id GROUP BY u.email`,
      )
      .all() as { email: string; users: number; passwords: number }[];
    for (const { email, users: count, passwords } of users) {
      stored.add(email);
      if (count !== 1 || passwords !== 1)
        found.push(`${email}: ${count} accounts, ${passwords} passwords.`);
    }
  });
  for (const email of acknowledged) if (!stored.has(email)) found.push(`${email} has no account.`);
  return found;
}

/** In any order, but as often. */
function difference(
  name: string,
  stored: readonly string[],
  expected: readonly string[],
): string[] {
  return [...stored].sort().join("\n") === [...expected].sort().join("\n")
    ? []
    : [`${stored.length} ${name} are stored, ${expected.length} expected.`];
}
