/**
 * Offices on one server, each with something in every table, and what the database has of them. What an office wrote is told from
 * the product's own words by what another office, which wrote nothing, has as well.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { JSONValue, Value } from "convex/values";
import { openSqlite, type Sqlite } from "embedded-convex";
import { OBTAINED_TYPES } from "@domain/customers";
import { imageBytes } from "../images";
import type { Examples } from "./publicFunctions";

export interface Row {
  readonly table: string;
  readonly id: string;
  readonly json: string;
  readonly fields: Readonly<Record<string, JSONValue>>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_DAY = Date.UTC(2026, 2, 1);
/** No screen of the product shows a word like it. */
const MARK = "zqxv";

/** `size` customers, twice as many jobs, and some of everything else, under names of its own. */
export async function furnish(
  url: string,
  token: string,
  { name, size }: { name: string; size: number },
): Promise<void> {
  const http = new ConvexHttpClient(url, { logger: false });
  http.setAuth(token);
  const call = (path: string, args: Record<string, Value> = {}) =>
    http.mutation(makeFunctionReference<"mutation">(path), args, {
      skipQueue: true,
    }) as Promise<unknown>;
  const text = (what: string, at: number) =>
    `${MARK}${name} ${what} ${String(at).padStart(4, "0")}`;
  const photos = await Promise.all(
    [0, 1, 2, 3].map((at) => upload(call, `${MARK}${name}-${at}.png`)),
  );
  const seed = [...name].reduce((sum, c) => sum * 31 + c.charCodeAt(0), 7);
  for (let at = 0; at < size; at += 1) {
    const customerId = await call("customers:create", {
      customer_name: text("person", at),
      customer_phone: `(555) ${String(200 + (seed % 700))}-${String(1000 + at)}`,
      customer_obtained_type: OBTAINED_TYPES[0],
      customer_email: `${MARK}${name}${at}@example.com`,
    });
    for (const job of [0, 1])
      await call("jobs:create", {
        job_customer_id: customerId as string,
        job_address: text("street", at * 2 + job),
        job_city: text("town", at),
        job_notes: text("note", at * 2 + job),
        jobs_price: 10_000 + (seed % 9_000) + at * 2 + job + 0.37,
        job_estimate_date: FIRST_DAY + at * DAY_MS,
        job_install_date: FIRST_DAY + (31 + at) * DAY_MS,
        ...(at < 3 && job === 0
          ? { job_photo_estimate: [photos[at]!], job_drawings: [photos[at]!] }
          : {}),
      });
  }
  await call("inventorySeed:seedDefaults");
  const items = (await http.query(
    makeFunctionReference<"query">("inventory:listItems"),
    {},
  )) as { _id: string; sizeOptions: string[] }[];
  const colors = (await http.query(
    makeFunctionReference<"query">("inventory:listColors"),
    {},
  )) as { colorNumber: string }[];
  for (const [at, item] of items.slice(0, 6).entries())
    await call("inventory:recordTxn", {
      itemId: item._id,
      type: "intake",
      quantity: 700 + (seed % 200) + at,
      colorNumber: colors[at]!.colorNumber,
      ...(item.sizeOptions[0] === undefined
        ? {}
        : { size: item.sizeOptions[0] }),
    });
  await call("jobs:generateUploadUrl");
  await http.action(
    makeFunctionReference<"action">("customers:dedupeForUser"),
    {},
  );
}

async function upload(
  call: (path: string) => Promise<unknown>,
  name: string,
): Promise<string> {
  const url = new URL((await call("jobs:generateUploadUrl")) as string);
  url.searchParams.set("name", name);
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "image/png" },
    body: imageBytes("image/png"),
  });
  return ((await answer.json()) as { storageId: string }).storageId;
}

/** Arguments out of an office's own rows: an id of the table, or what stands in a field of that name. */
export function examplesFrom(rows: readonly Row[]): Examples {
  const valuesOf = (name: string) =>
    rows.map(({ fields }) => [fields[name]].flat()[0]);
  return {
    id: (table) => rows.find((row) => row.table === table)?.id ?? table,
    text: (name) =>
      valuesOf(name).find((value) => typeof value === "string") ?? "text",
    number: (name) => {
      if (/(start|from)$/i.test(name)) return FIRST_DAY;
      if (/(end|until)$/i.test(name)) return FIRST_DAY + DAY_MS;
      return valuesOf(name).find((value) => typeof value === "number") ?? 1;
    },
  };
}

/** Of the database and the folder of files, read beside the server. */
export class Observed {
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

  /** With the rows of the stored files that it owns. */
  rowsOf(workspaceId: string): Row[] {
    const rows = this.rows();
    const owned = rows.filter(
      ({ fields }) => fields.workspaceId === workspaceId,
    );
    const files = new Set(owned.map(({ fields }) => fields.storageId));
    return rows.filter(
      ({ id, table, fields }) =>
        fields.workspaceId === workspaceId ||
        (table.startsWith("_storage") &&
          (files.has(id) || files.has(fields.storageId ?? null))),
    );
  }

  /** What is in the folder of stored files. */
  fileNames(): string[] {
    return readdirSync(join(this.dataDir, "files")).sort();
  }

  tables(): string[] {
    return this.#sqlite
      .prepare("SELECT name FROM tables ORDER BY name")
      .pluck()
      .all() as string[];
  }

  tableNumber(name: string): number {
    return this.#sqlite
      .prepare("SELECT number FROM tables WHERE name = ?")
      .pluck()
      .get(name) as number;
  }

  /** Everything that the office has, to the byte: its rows, and the bytes of its files. */
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
    return [
      ...rows.map(({ table, id, json }) => `${table} ${id} ${json}`),
      ...files,
    ];
  }
}

/** The texts and numbers that tell something of these rows, and do not stand in the others. */
export function tellingOf(
  rows: readonly Row[],
  others: readonly Row[],
): string[] {
  const known = new Set(others.flatMap(({ fields }) => leavesOf(fields)));
  const telling = rows
    .flatMap(({ fields }) => leavesOf(fields))
    .filter((leaf) => !known.has(leaf));
  return [...new Set(telling)];
}

/** As they stand in JSON. What is shorter than that could be anything. */
function leavesOf(value: JSONValue): string[] {
  if (typeof value === "string")
    return value.length < 6 ? [] : [JSON.stringify(value).slice(1, -1)];
  if (typeof value === "number")
    return Math.abs(value) < 10_000 ? [] : [JSON.stringify(value)];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap((inner) => leavesOf(inner ?? null));
}
