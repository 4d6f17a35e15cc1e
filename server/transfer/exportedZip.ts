/** Reads a ZIP of `npx convex export` or `npm run export`. */
import { StartupError, type EncodedObject } from "embedded-convex";
import type { ZipEntry, ZipReader } from "../zip/zipReader";

const DOCUMENTS = /^(?:.*\/)?([^/]+)\/documents\.jsonl$/;
const STORED_FILE = /^(?:.*\/)?_storage\/([^/.]+)(?:\.[^/]+)?$/;
export interface ExportEntries {
  /** The lists of documents by table name, including `_tables` and `_storage`. */
  readonly tables: ReadonlyMap<string, ZipEntry>;
  /** The stored files by storage id. */
  readonly files: ReadonlyMap<string, ZipEntry>;
}

export function entriesOf(zip: ZipReader): ExportEntries {
  const tables = new Map<string, ZipEntry>();
  const files = new Map<string, ZipEntry>();
  for (const entry of zip.entries) {
    const table = DOCUMENTS.exec(entry.name)?.[1];
    const file = STORED_FILE.exec(entry.name)?.[1];
    if (table !== undefined) tables.set(table, entry);
    else if (file !== undefined) files.set(file, entry);
  }
  return { tables, files };
}

/** The documents of `_tables`: the name and number of each table. @throws StartupError if there is no such list. */
export function tablesOf(zip: ZipReader): AsyncGenerator<EncodedObject> {
  const list = entriesOf(zip).tables.get("_tables");
  if (list !== undefined) return documentsOf(zip, list);
  throw new StartupError("The ZIP file has no _tables/documents.jsonl: it is not a Convex export.");
}

export function fileOf(files: ExportEntries["files"], { _id: id = null }: EncodedObject): ZipEntry {
  const entry = typeof id === "string" ? files.get(id) : undefined;
  if (entry !== undefined) return entry;
  throw new StartupError(
    `The ZIP file lacks the stored file ${JSON.stringify(id)}. Export again with --include-file-storage.`,
  );
}

/** The documents of a table, none if the export lacks it. */
export async function* documentsIn(zip: ZipReader, table: string): AsyncGenerator<EncodedObject> {
  const entry = entriesOf(zip).tables.get(table);
  if (entry !== undefined) yield* documentsOf(zip, entry);
}

export async function* documentsOf(zip: ZipReader, entry: ZipEntry): AsyncGenerator<EncodedObject> {
  let number = 0;
  for await (const line of linesOf(zip.read(entry), entry.name)) {
    number += 1;
    if (line.trim() === "") continue;
    yield parseLine(line, `${entry.name}, line ${number}`);
  }
}

/** The longest line, in characters: a document of 1 MiB, of which each character may be escaped as six. */
const MAX_LINE = 16 * 1024 * 1024;

async function* linesOf(content: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (cause) {
      throw new StartupError(`${name} in the ZIP file is not UTF-8 text.`, {
        cause,
      });
    }
  };
  let rest = "";
  for await (const chunk of content) {
    const texts = (rest + decode(chunk)).split("\n");
    rest = texts.pop() ?? "";
    if (rest.length > MAX_LINE)
      throw new StartupError(
        `${name} in the ZIP file has a line that is longer than any document: it is not a Convex export.`,
      );
    yield* texts;
  }
  yield rest + decode();
}

function parseLine(line: string, where: string): EncodedObject {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as EncodedObject;
  } catch (cause) {
    throw new StartupError(`${where}, is not JSON.`, { cause });
  }
  throw new StartupError(`${where}, is not a document.`);
}

/** The text of a field that every export has. @throws StartupError */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  throw new StartupError(
    `The ZIP file has ${JSON.stringify(value)} where a text is expected: it is not a Convex export.`,
  );
}
