/** Holds what is on the disk against what the clients were told. Each finding is one sentence; none is what there should be. */
import { groupBy } from "../../domain/groups";
import type { JobRecord, Ledger, Movement } from "./ledger";
import type { Row, Truth } from "./truth";

/** Of one workspace, while nobody asks for anything. */
export function violationsOf(ledger: Ledger, truth: Truth): string[] {
  const rowsOf = (table: string) =>
    truth
      .rows(table)
      .filter(({ workspaceId }) => workspaceId === ledger.workspaceId);
  const jobs = rowsOf("jobs");
  return [
    ...ledger.refusals.map((refusal) => `A client was refused: ${refusal}`),
    ...jobViolations(ledger, jobs),
    ...searchViolations(jobs, rowsOf("jobSearch")),
    ...customerViolations(rowsOf("customers"), jobs, rowsOf("counters")),
    ...regularViolations(ledger, jobs, {
      customers: rowsOf("customers"),
      scheduled: truth.rows("_scheduled_functions"),
    }),
    ...stockViolations(
      ledger,
      rowsOf("inventoryTxns"),
      rowsOf("inventoryColorStock"),
    ),
    ...fileViolations(ledger, jobs, { files: rowsOf("files"), truth }),
  ];
}

function jobViolations(ledger: Ledger, rows: readonly Row[]): string[] {
  const byAddress = groupBy(rows, ({ job_address }) => String(job_address));
  const found = ledger.jobs.flatMap((job) =>
    jobViolation(job, byAddress.get(job.address) ?? []),
  );
  const known = new Set(ledger.jobs.map(({ address }) => address));
  for (const address of byAddress.keys()) {
    if (!known.has(address)) found.push(`Nobody asked for job ${address}.`);
  }
  return found;
}

function jobViolation(job: JobRecord, rows: readonly Row[]): string[] {
  const [row, ...more] = rows;
  const what = `The job ${job.address} (${job.state})`;
  if (more.length > 0) return [`${what} is there ${rows.length} times.`];
  switch (job.state) {
    case "asked":
      return [`${what} was never answered.`];
    case "unknown":
      return [];
    case "gone":
      return row === undefined ? [] : [`${what} is there.`];
    case "there":
      break;
  }
  if (row === undefined) return [`${what} is not there.`];
  const found: string[] = [];
  if (row._id !== job.id)
    found.push(`${what} is ${row._id}, and was answered ${job.id}.`);
  if (row.job_notes !== job.notes)
    found.push(
      `${what} says ${String(row.job_notes)}, and was answered ${job.notes}.`,
    );
  const photos = row.job_photo_estimate as string[];
  if (!isSame(photos, [...job.photos]))
    found.push(
      `${what} has the photos ${photos.join()}, and was answered ${[...job.photos].join()}.`,
    );
  return found;
}

function searchViolations(
  jobs: readonly Row[],
  search: readonly Row[],
): string[] {
  const ids = jobs.map(({ _id }) => _id);
  const searched = search.map(({ jobId }) => String(jobId));
  return isSame(ids, searched)
    ? []
    : [`${ids.length} jobs are found by ${searched.length} rows of search.`];
}

/** Nobody deletes a customer, so that their number is the counter's. */
function customerViolations(
  customers: readonly Row[],
  jobs: readonly Row[],
  counters: readonly Row[],
): string[] {
  const ids = new Set(customers.map(({ customer_id }) => String(customer_id)));
  const found: string[] = [];
  if (ids.size !== customers.length)
    found.push("Two customers have the same id.");
  const counted = Number(counters[0]?.lastCustomerNumber) - 1000;
  if (counters.length !== 1 || counted !== customers.length)
    found.push(`${customers.length} customers are counted as ${counted}.`);
  for (const { job_address, job_customer_id } of jobs) {
    if (!ids.has(String(job_customer_id)))
      found.push(`The job ${String(job_address)} has no customer.`);
  }
  return found;
}

/** Each new name reached all jobs by two scheduled steps, of which the first made the second: each was done once. */
const STEPS = 2;

function regularViolations(
  { regular }: Ledger,
  jobs: readonly Row[],
  o: { customers: readonly Row[]; scheduled: readonly Row[] },
): string[] {
  const row = o.customers.find(
    ({ customer_id }) => customer_id === regular.customerId,
  );
  const stale = jobs.filter(
    ({ job_customer_id, customer_name }) =>
      job_customer_id === regular.customerId && customer_name !== regular.name,
  );
  const steps = o.scheduled.filter(
    ({ name, args }) =>
      name === "customers.js:followOn" &&
      (args as [{ customerId: string }])[0].customerId === row?._id,
  );
  const undone = steps.filter(
    ({ state }) => (state as { kind: string }).kind !== "success",
  );
  const found: string[] = [];
  if (stale.length > 0)
    found.push(`${stale.length} jobs do not bear the name ${regular.name}.`);
  if (steps.length !== regular.renames * STEPS)
    found.push(
      `${regular.renames} new names led to ${steps.length} scheduled steps.`,
    );
  if (undone.length > 0)
    found.push(`${undone.length} scheduled steps were not done.`);
  return found;
}

function stockViolations(
  ledger: Ledger,
  records: readonly Row[],
  stock: readonly Row[],
): string[] {
  const byColor = groupBy(records, ({ colorNumber }) => String(colorNumber));
  const asked = groupBy(ledger.movements, ({ colorNumber }) => colorNumber);
  return ledger.colors.flatMap((color) => {
    const quantity = stock
      .filter(({ colorNumber }) => colorNumber === color)
      .reduce((sum, row) => sum + Number(row.quantity), 0);
    return colorViolations(color, {
      quantity,
      records: [...(byColor.get(color) ?? [])].sort(
        (a, b) => a._creationTime - b._creationTime,
      ),
      movements: asked.get(color) ?? [],
    });
  });
}

/** The records of a color follow on from each other, end at its quantity, and are what was asked for, each once. */
function colorViolations(
  color: string,
  o: {
    quantity: number;
    records: readonly Row[];
    movements: readonly Movement[];
  },
): string[] {
  const found: string[] = [];
  let sum = 0;
  for (const { quantity, before, after } of o.records) {
    if (before !== sum)
      found.push(
        `A movement of color ${color} begins at ${String(before)}, not ${sum}.`,
      );
    sum += Number(quantity);
    if (after !== sum)
      found.push(
        `A movement of color ${color} ends at ${String(after)}, not ${sum}.`,
      );
  }
  if (sum !== o.quantity)
    found.push(
      `Color ${color} has ${o.quantity}, and its movements make ${sum}.`,
    );
  const byDelta = groupBy(o.records, ({ quantity }) => Number(quantity));
  for (const { delta, outcome } of o.movements) {
    const rows = byDelta.get(delta) ?? [];
    byDelta.delete(delta);
    const what = `The movement of color ${color} by ${delta} (${outcome.state})`;
    if (rows.length > 1) found.push(`${what} was done ${rows.length} times.`);
    if (outcome.state === "pending") found.push(`${what} was never answered.`);
    if (outcome.state !== "acknowledged") continue;
    if (rows[0]?.after !== outcome.value)
      found.push(
        `${what} was answered ${outcome.value}, and is ${String(rows[0]?.after)}.`,
      );
  }
  for (const delta of byDelta.keys())
    found.push(`Nobody moved color ${color} by ${delta}.`);
  return found;
}

/** A stored file that is on no job is one whose upload was never answered, and there are no more of these than broken uploads. */
function fileViolations(
  ledger: Ledger,
  jobs: readonly Row[],
  { files, truth }: { files: readonly Row[]; truth: Truth },
): string[] {
  const found: string[] = [];
  const onJobs = jobs.flatMap((row) => row.job_photo_estimate as string[]);
  const used = files.filter(({ uses }) => uses !== 0);
  if (
    !isSame(
      onJobs,
      used.map(({ storageId }) => String(storageId)),
    )
  )
    found.push(`${onJobs.length} photos are counted as ${used.length} files.`);
  if (files.length - used.length > ledger.brokenUploads)
    found.push(
      `${files.length - used.length} files are on no job after ${ledger.brokenUploads} broken uploads.`,
    );
  const stored = new Map(
    truth.rows("_storage").map(({ _id, sha256 }) => [_id, sha256]),
  );
  for (const id of onJobs) {
    if (stored.get(id) !== ledger.uploads.get(id))
      found.push(`The photo ${id} is not what was uploaded.`);
  }
  return found;
}

/** Of the whole folder: no row without its bytes, and, where the sweep is over, no bytes without their row. */
export function storageViolations(truth: Truth): string[] {
  const owners = truth.rows("_storage_blobs");
  const blobOf = new Map(
    owners.map(({ storageId, blobId }) => [storageId, String(blobId)]),
  );
  const found = truth.rows("_storage").flatMap(({ _id, sha256 }) => {
    const blobId = blobOf.get(_id);
    const bytes = truth.blobs.get(blobId ?? "");
    if (bytes === undefined) return [`The file ${_id} has no bytes.`];
    return bytes === sha256 ? [] : [`The bytes of the file ${_id} changed.`];
  });
  if (owners.length !== truth.rows("_storage").length)
    found.push("Rows of stored files and of their bytes differ in number.");
  const owned = new Set(blobOf.values());
  for (const blobId of truth.blobs.keys()) {
    if (!owned.has(blobId)) found.push(`The bytes ${blobId} have no row.`);
  }
  for (const name of truth.incoming)
    found.push(`The upload ${name} was left where it broke off.`);
  return found;
}

/** An account that was confirmed is there once, and one that is there can be signed in to. */
export function accountViolations(
  confirmed: ReadonlySet<string>,
  truth: Truth,
): string[] {
  const found = [...truth.accounts].flatMap(([email, { users, passwords }]) =>
    users === 1 && passwords === 1
      ? []
      : [`${email} has ${users} accounts with ${passwords} passwords.`],
  );
  for (const email of confirmed) {
    if (!truth.accounts.has(email))
      found.push(`${email} has no account, and was told of one.`);
  }
  return found;
}

/** As bags: the order does not matter, and how often something is there does. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  return [...one].sort().join() === [...other].sort().join();
}
