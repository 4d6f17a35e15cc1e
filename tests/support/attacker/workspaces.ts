/**
 * Workspaces on one server with documents in every table, and what the database has of them. A value is confidential if
 * no other workspace has it.
 */
import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { JSONValue, Value } from "convex/values";
import { openSqlite, type Sqlite } from "embedded-convex";
import { isTrashKey, trashKeyOf } from "@domain/history/trashKeys";
import { OBTAINED_TYPES } from "@domain/customer/customers";
import { imageBytes } from "../images";
import type { Examples } from "./functionArguments";

export interface Row {
  readonly table: string;
  readonly id: string;
  readonly json: string;
  readonly fields: Readonly<Record<string, JSONValue>>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_DAY = Date.UTC(2026, 2, 1);
const NOW = Date.UTC(2026, 4, 1);
/** A job that is due again by then. */
const CLEANED = {
  job_categories: ["Gutter cleaning"],
  job_status: "completed",
  job_due_months: 12,
  job_due_date: FIRST_DAY,
};
/** Part of no text of the product. */
const MARK = "zqxv";

interface Seed {
  /** Part of every text of the workspace. */
  readonly name: string;
  /** The number of customers. */
  readonly size: number;
}

/** `size` customers, twice as many jobs, and some documents in every other table. */
export async function seedWorkspace(url: string, token: string, seed: Seed): Promise<void> {
  const http = new ConvexHttpClient(url, { logger: false });
  http.setAuth(token);
  const call: CallMutation = (path, args = {}) =>
    http.mutation(makeFunctionReference<"mutation">(path), args, {
      skipQueue: true,
    });
  await seedJobs(call, seed);
  await call("inventorySeed:seedDefaults");
  await seedStock(http, call, seed);
  await seedHistory(call, seed);
  await seedImport(http, call, seed);
  await call("jobs:generateUploadUrl");
  await http.action(makeFunctionReference<"action">("customers:dedupeForUser"), {});
}

/**
 * A file that is imported, with details of customers and two look-alikes, and one that is only read: so that the
 * workspace has rows in each table of imports.
 */
async function seedImport(http: ConvexHttpClient, call: CallMutation, seed: Seed): Promise<void> {
  const act = (path: string, importId: string) =>
    http.action(makeFunctionReference<"action">(path), { importId });
  for (const isImported of [true, false]) {
    const importId = await stageFile(call, seed);
    await act("imports:check", importId);
    await call("imports:decideAll", { importId, choice: "new" });
    if (isImported) await act("imports:start", importId);
  }
}

/** Sends a file of customers who are not in the workspace yet. */
async function stageFile(call: CallMutation, { name }: Seed): Promise<string> {
  const rows = [1, 2]
    .flatMap(() => {
      const text = `${MARK}${name} ${randomUUID()}`;
      const row = {
        ...{ kind: "customers", customer_email: `${randomUUID()}@example.com` },
        places: [{ job_address: `${text} Street` }],
        leftovers: [{ label: name, text }],
      };
      const names = [`${text} Smith`, `${text} S`];
      return names.map((customer_name) => ({ ...row, customer_name }));
    })
    .map((one, at) => ({ ...one, line: at + 2 }));
  const importId = await call("imports:begin", {
    ...{ kind: "customers", fileName: `${name}.csv` },
    ...{ rowCount: rows.length, chunkCount: 1 },
  });
  const chunk = { importId: importId as string, index: 0 };
  await call("imports:stage", { ...chunk, rows: JSON.stringify(rows) });
  return importId as string;
}

/** A new file of the workspace, in the state in which the function of imports can take effect. */
export async function seedFileFor(
  path: string,
  server: { readonly url: string; readonly token: string },
  seed: Seed,
): Promise<void> {
  const http = new ConvexHttpClient(server.url, { logger: false });
  http.setAuth(server.token);
  const call: CallMutation = (mutation, args = {}) =>
    http.mutation(makeFunctionReference<"mutation">(mutation), args);
  if (path === "imports:undoCounts") await seedImport(http, call, seed);
  const importId = await stageFile(call, seed);
  if (path === "imports:stage") return;
  const check = makeFunctionReference<"action">("imports:check");
  await http.action(check, { importId });
  await call("imports:decideAll", { importId, choice: "new" });
}

type CallMutation = (path: string, args?: Record<string, Value>) => Promise<unknown>;

/** A number that differs between workspaces. */
function numberOf(name: string): number {
  return [...name].reduce((sum, c) => sum * 31 + c.charCodeAt(0), 7);
}

async function seedJobs(call: CallMutation, { name, size }: Seed): Promise<void> {
  const number = numberOf(name);
  const text = (kind: string, at: number) =>
    `${MARK}${name} ${kind} ${String(at).padStart(4, "0")}`;
  const photos = await Promise.all(
    [0, 1, 2, 3].map((at) => upload(call, `${MARK}${name}-${at}.png`)),
  );
  for (let at = 0; at < size; at += 1) {
    const customerId = await call("customers:create", {
      customer_name: text("person", at),
      customer_phone: `(555) ${String(200 + (number % 700))}-${String(1000 + at)}`,
      customer_obtained_type: OBTAINED_TYPES[0],
      customer_email: `${MARK}${name}${at}@example.com`,
    });
    for (const job of [0, 1])
      await call("jobs:create", {
        job_customer_id: customerId as string,
        job_address: text("street", at * 2 + job),
        job_city: text("town", at),
        job_notes: text("note", at * 2 + job),
        jobs_price: 10_000 + (number % 9_000) + at * 2 + job + 0.37,
        job_estimate_date: FIRST_DAY + at * DAY_MS,
        job_install_date: FIRST_DAY + (31 + at) * DAY_MS,
        ...(at < 2 && job === 0 && CLEANED),
        ...(at < 3 && job === 0
          ? { job_photo_estimate: [photos[at]!], job_drawings: [photos[at]!] }
          : {}),
      });
  }
}

/** Jobs in the trash, and one with a history of several entries. */
async function seedHistory(call: CallMutation, { name }: Seed): Promise<void> {
  const ids: string[] = [];
  for (const at of [0, 1, 2, 3])
    ids.push(
      (await call("jobs:create", {
        customer: { customer_name: `${MARK}${name} former ${at}` },
        job_address: `${MARK}${name} lane ${at}`,
        intentId: randomUUID(),
      })) as string,
    );
  const [kept, ...deleted] = ids;
  for (const id of ids)
    await call("lines:add", {
      id,
      lines: [
        {
          ...{ clientKey: randomUUID(), order: "i", quantity: 1 },
          name: `${MARK}${name} haul away`,
        },
      ],
    });
  await call("messages:noteEstimate", {
    ...{ id: kept!, message: "estimate", shows: "rows", hasPicture: false },
    estimateRows: [`${MARK}${name} haul away`],
    ...{ total: `${MARK}${name} total`, notes: `${MARK}${name} notes` },
  });
  for (const field of ["job_notes", "job_city", "job_address"])
    await call("jobs:update", {
      id: kept!,
      [field]: `${MARK}${name} ${field}`,
    });
  for (const id of deleted) await call("jobs:deleteJob", { id });
}

async function seedStock(
  http: ConvexHttpClient,
  call: CallMutation,
  { name }: Seed,
): Promise<void> {
  const list = (path: string) =>
    http.query(makeFunctionReference<"query">(path), {}) as Promise<unknown>;
  const items = (await list("inventory:listItems")) as {
    _id: string;
    sizeOptions: string[];
  }[];
  const colors = (await list("inventory:listColors")) as {
    colorNumber: string;
  }[];
  for (const [at, { _id: itemId, sizeOptions }] of items.slice(0, 6).entries())
    await call("inventory:recordTxn", {
      itemId,
      type: "intake",
      quantity: 700 + (numberOf(name) % 200) + at,
      colorNumber: colors[at]!.colorNumber,
      ...(sizeOptions[0] === undefined ? {} : { size: sizeOptions[0] }),
    });
  await call("inventory:setReorderLevel", {
    colorNumber: colors[0]!.colorNumber,
    size: "any",
    level: 400 + (numberOf(name) % 200),
  });
  await call("office:setSettings", {
    company_name: `${MARK}${name} gutters`,
    company_address: `${MARK}${name} lane`,
    estimate_terms: `${MARK}${name} terms`,
    opens_at: 300 + (numberOf(name) % 200),
    closes_at: 1_020,
  });
  const crew = `${MARK}${name} crew`;
  await call("office:setCrew", { key: crew, name: crew });
  await call("messages:setTemplates", {
    message_done: `${MARK}${name} is done.`,
  });
}

async function upload(call: (path: string) => Promise<unknown>, name: string): Promise<string> {
  const url = new URL((await call("jobs:generateUploadUrl")) as string);
  url.searchParams.set("name", name);
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "image/png" },
    body: imageBytes("image/png"),
  });
  return ((await answer.json()) as { storageId: string }).storageId;
}

/**
 * Arguments from the documents of a workspace that are not in its trash: an id
 * of the table, or the value of a field of that name.
 */
export function examplesFrom(all: readonly Row[]): Examples {
  const rows = all.filter(({ fields }) => !isInTrash(fields.workspaceId));
  const valuesOf = (name: string) => rows.map(({ fields }) => [fields[name]].flat()[0]);
  const idOf = (table: string) => rows.find((row) => row.table === table)?.id ?? table;
  const firstText = (name: string) => valuesOf(name).find((value) => typeof value === "string");
  // The two customers of a merge are different ones.
  const customerIds = valuesOf("customer_id").filter(
    (value): value is string => typeof value === "string",
  );
  const texts: Readonly<Record<string, () => string | undefined>> = {
    kept: () => customerIds.at(0),
    duplicate: () => customerIds.at(-1),
    id: () => idOf("jobs"),
    subject: () => longestHistory(rows) ?? idOf("jobs"),
    intentId: () => randomUUID(),
    clientKey: () => randomUUID(),
    sentFor: () => `${firstText("workspaceId")}:${firstText("by")}`,
  };
  return {
    id: idOf,
    text: (name) => texts[name]?.() ?? firstText(name) ?? "text",
    number: (name) => {
      if (name === "now") return NOW;
      if (/(start|from)$/i.test(name)) return FIRST_DAY;
      if (/(end|until|^to)$/i.test(name)) return FIRST_DAY + DAY_MS;
      return valuesOf(name).find((value) => typeof value === "number") ?? 1;
    },
  };
}

function isInTrash(workspaceId: JSONValue | undefined): boolean {
  return typeof workspaceId === "string" && isTrashKey(workspaceId);
}

/** The job of the most changes, of those that are still there. */
function longestHistory(rows: readonly Row[]): string | undefined {
  const jobs = rows.filter(({ table }) => table === "jobs");
  const ids = new Set(jobs.map(({ id }) => id));
  const counts = new Map<string, number>();
  for (const { table, fields } of rows)
    if (table === "changes" && ids.has(fields.subject as string)) {
      const subject = fields.subject as string;
      counts.set(subject, (counts.get(subject) ?? 0) + 1);
    }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** Reads the database and the stored files while the server runs. */
export class DataObserver {
  readonly dataDir: string;
  readonly #sqlite: Sqlite;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
    this.#sqlite = openSqlite(join(dataDir, "data.db"), { readonly: true });
  }

  close(): void {
    this.#sqlite.close();
  }

  rows(): Row[] {
    const rows = this.#sqlite
      .prepare(
        `SELECT t.name AS "table", d.id, d.json FROM documents d
         JOIN tables t ON t.number = d.table_number ORDER BY t.name, d.id`,
      )
      .all() as Omit<Row, "fields">[];
    return rows.map((row) => ({
      ...row,
      fields: JSON.parse(row.json) as Row["fields"],
    }));
  }

  /** Includes the rows in its trash and those of its stored files. */
  rowsOf(workspaceId: string): Row[] {
    const rows = this.rows();
    const keys: unknown[] = [workspaceId, trashKeyOf(workspaceId)];
    const owned = rows.filter(({ fields }) => keys.includes(fields.workspaceId));
    const files = new Set(owned.map(({ fields }) => fields.storageId));
    return rows.filter(
      ({ id, table, fields }) =>
        keys.includes(fields.workspaceId) ||
        (table.startsWith("_storage") && (files.has(id) || files.has(fields.storageId ?? null))),
    );
  }

  fileNames(): string[] {
    return readdirSync(join(this.dataDir, "files")).sort();
  }

  tables(): string[] {
    return this.#sqlite.prepare("SELECT name FROM tables ORDER BY name").pluck().all() as string[];
  }

  tableNumber(name: string): number {
    return this.#sqlite
      .prepare("SELECT number FROM tables WHERE name = ?")
      .pluck()
      .get(name) as number;
  }

  /** All data of the workspace: its rows, and hashes of its files. */
  stateOf(workspaceId: string): string[] {
    const rows = this.rowsOf(workspaceId);
    const folder = join(this.dataDir, "files");
    const blobs = new Set(rows.map(({ fields }) => fields.blobId));
    const files = readdirSync(folder)
      .filter((file) => blobs.has(file))
      .map((file) => {
        const bytes = readFileSync(join(folder, file));
        return `${file} ${createHash("sha256").update(bytes).digest("hex")}`;
      });
    return [...rows.map(({ table, id, json }) => `${table} ${id} ${json}`), ...files];
  }
}

/** The texts and numbers of these rows that the others do not have. */
export function confidentialValues(rows: readonly Row[], others: readonly Row[]): string[] {
  const known = new Set(others.flatMap(({ fields }) => leavesOf(fields)));
  const confidential = rows
    .flatMap(({ fields }) => leavesOf(fields))
    .filter((leaf) => !known.has(leaf));
  return [...new Set(confidential)];
}

/** As JSON. Shorter values could be anything. */
function leavesOf(value: JSONValue): string[] {
  if (typeof value === "string")
    return value.length < 6 ? [] : [JSON.stringify(value).slice(1, -1)];
  if (typeof value === "number") return Math.abs(value) < 10_000 ? [] : [JSON.stringify(value)];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap((inner) => leavesOf(inner ?? null));
}
