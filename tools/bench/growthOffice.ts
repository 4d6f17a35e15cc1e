/**
 * An office of any size within minutes: one customer with two jobs, a photo and four entries of the history is made by
 * calls of the product, and copied row by row with other ids, names, numbers and dates. A call for each job would take
 * eight minutes for 100,000. The next start of the server builds the indexes and checks every row against the schema.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  decodeDocumentId,
  encodeDocumentId,
  ExportReader,
  ImportWriter,
  lockDataFolder,
  type EncodedObject,
  type ExportedTable,
} from "embedded-convex";
import { asJpeg } from "../../tests/support/images";
import {
  copiedTokens,
  ENTRIES_OF_CUSTOMER,
  FIRST_CUSTOMER,
  isOfModel,
  PHOTO_BYTES,
} from "./growthModel";

const FILES_AT_ONCE = 32;

/** Rows that are copied. Of other tables an office has a few rows, which stay. */
const COPIED = new Set([
  "customers",
  "jobs",
  "jobSummaries",
  "searchWords",
  "noteWords",
  "changes",
  "files",
]);

/** Fills the data folder of a stopped server, in which this person made the customer of `makeModel`. */
export async function writeOffice(dataDir: string, customers: number): Promise<void> {
  const lock = lockDataFolder(dataDir);
  try {
    const incoming = join(dataDir, "growth");
    mkdirSync(incoming);
    const model = await readModel(dataDir);
    const writer = new ImportWriter(incoming);
    try {
      await writeTables(writer, model, customers);
      await writePhotos(writer, model, customers);
    } finally {
      await writer.close();
    }
    for (const name of ["data.db", "data.db-wal", "data.db-shm", "files"])
      rmSync(join(dataDir, name), { recursive: true, force: true });
    for (const name of ["data.db", "files"]) renameSync(join(incoming, name), join(dataDir, name));
    rmSync(incoming, { recursive: true });
  } finally {
    lock.release();
  }
}

interface Model {
  readonly tables: readonly ExportedTable[];
  /** The rows of the copied customer, by table. */
  readonly copied: ReadonlyMap<string, readonly EncodedObject[]>;
  /** All rows of each other table. */
  readonly kept: ReadonlyMap<string, readonly EncodedObject[]>;
  readonly photo: EncodedObject;
}

/** Rows of the copied customer are those that name it, its jobs or its photo. */
async function readModel(dataDir: string): Promise<Model> {
  const reader = new ExportReader(dataDir);
  try {
    const tables = reader.tables();
    const copied = new Map<string, EncodedObject[]>();
    const kept = new Map<string, EncodedObject[]>();
    for (const table of tables) {
      const rows = [...reader.documents(table)];
      if (!COPIED.has(table.name)) kept.set(table.name, rows);
      else copied.set(table.name, rows.filter(isOfModel));
    }
    const [photo] = reader.storedFiles();
    if (photo === undefined) throw new Error("The photo is not stored.");
    const files = tables.find(({ name }) => name === "files");
    if (files !== undefined) copied.set("files", [...reader.documents(files)]);
    const entries = copied.get("changes")?.length;
    if (entries !== ENTRIES_OF_CUSTOMER)
      throw new Error(`The model has ${entries} entries of the history.`);
    return { tables, copied, kept, photo: { ...photo.document } };
  } finally {
    await reader.close();
  }
}

async function writeTables(
  writer: ImportWriter,
  { tables, copied, kept, photo }: Model,
  customers: number,
): Promise<void> {
  const ids = [photo, ...[...copied.values()].flat()];
  const copies = new Copies(ids);
  const lines = tables.map(({ name, number }) => ({ name, id: number }));
  const created = await writer.createTables(each(lines));
  for (const table of created) {
    const rows = copied.get(table.name);
    const source =
      rows === undefined
        ? (kept.get(table.name) ?? []).map((row) => ofOffice(row, customers))
        : copies.of(rows, customers);
    await writer.writeDocuments(table, each(source));
  }
}

async function writePhotos(
  writer: ImportWriter,
  { photo, copied }: Model,
  customers: number,
): Promise<void> {
  const copies = new Copies([photo, ...[...copied.values()].flat()]);
  const { sha256: _, ...line } = photo;
  const bytes = asJpeg(randomBytes(PHOTO_BYTES)).subarray(0, -8);
  const rest = copies.of([line], customers);
  const work = async () => {
    for (const copy of rest) {
      const own = Buffer.concat([bytes, randomBytes(8)]);
      await writer.writeFile(copy, { bytes: each([own]), size: own.length });
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, work));
}

/** The counters of the office, for its number of customers. */
function ofOffice(row: EncodedObject, customers: number): EncodedObject {
  if ("lastCustomerNumber" in row)
    return { ...row, lastCustomerNumber: FIRST_CUSTOMER + customers - 1 };
  if (!("counts" in row) || !("person" in row)) return row;
  const counts = Object.entries(row.counts as Record<string, number>);
  const times = counts.map(([status, count]) => [status, count * customers]);
  return { ...row, counts: Object.fromEntries(times) as EncodedObject };
}

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  await Promise.resolve();
  yield* items;
}

/** Rows with everything replaced that differs between two customers. */
class Copies {
  readonly #ids: ReadonlyMap<string, number>;
  readonly #times: ReadonlyMap<string, number>;
  readonly #tokens: RegExp;

  constructor(rows: readonly EncodedObject[]) {
    const ids = rows.map(({ _id }) => _id as string);
    const times = rows.map(({ _creationTime }) => JSON.stringify(_creationTime));
    this.#ids = new Map(ids.map((id, at) => [id, at]));
    this.#times = new Map(times.map((time) => [time, Number(time)]));
    const tokens = [...ids, ...times, ...copiedTokens(0).keys()];
    // A longer number is replaced before a number that begins it.
    tokens.sort((a, b) => b.length - a.length);
    const escaped = tokens.map((token) => token.replaceAll(".", "\\."));
    this.#tokens = new RegExp(`\\b(?:${escaped.join("|")})\\b`, "g");
  }

  *of(rows: readonly EncodedObject[], customers: number): Generator<EncodedObject> {
    const texts = rows.map((row) => JSON.stringify(row));
    for (let at = 0; at < customers; at += 1) {
      const fixed = copiedTokens(at);
      const replaced = (token: string) => fixed.get(token) ?? this.#replaced(token, at, customers);
      for (const one of texts)
        yield JSON.parse(one.replace(this.#tokens, replaced)) as EncodedObject;
    }
  }

  #replaced(token: string, at: number, customers: number): string {
    const id = this.#ids.get(token);
    if (id !== undefined) return copiedId(token, id, at);
    const time = this.#times.get(token) ?? 0;
    // Two customers are a minute apart.
    return String(time - (customers - at) * 60_000);
  }
}

/** An id of the same table, as random as the ids that calls create, which spread over the index. */
function copiedId(id: string, row: number, at: number): string {
  const { tableNumber = 0 } = decodeDocumentId(id) ?? {};
  const internalId = new Uint8Array(16);
  const words = new Uint32Array(internalId.buffer);
  let seed = at * 4_096 + row + 1;
  for (let word = 0; word < words.length; word += 1) {
    seed = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b) + word;
    seed = Math.imul(seed ^ (seed >>> 13), 0xc2b2ae35);
    words[word] = seed ^ (seed >>> 16);
  }
  return encodeDocumentId({ tableNumber, internalId });
}
