/**
 * `npm run restore-office`: compares one office in an export of the deployment, as it is now, with an earlier export,
 * and writes the steps from the one to the other as a ZIP file for `npx convex import --append`.
 *
 * Rows keep their ids and creation times. A row that is only in the earlier export can come back only if nothing names
 * its id, since Convex never inserts an id again that was deleted.
 */
import { rm } from "node:fs/promises";
import type { EncodedObject } from "embedded-convex";
import { ZipReader } from "../zip/zipReader";
import { ZipWriter } from "../zip/zipWriter";
import { lines, type Selection } from "./exportData";
import { documentsIn, tablesOf, textOf } from "./exportedZip";

export interface RestorePlanOptions {
  /** The export of the deployment. */
  readonly now: string;
  readonly earlier: string;
  /** The office's documents of `earlier`; null for the others. */
  readonly change: NonNullable<Selection["change"]>;
  /** Whether a document of `now` is the office's. */
  readonly isOwn: (document: EncodedObject) => boolean;
  /** Whether a document of `earlier` may be missing afterwards, since it would be removed soon. */
  readonly mayBeGone: (table: string, document: EncodedObject) => boolean;
  /** Tables whose rows are left as they are now. */
  readonly left: readonly string[];
  /** Tables whose ids nothing names. */
  readonly unnamed: readonly string[];
}

export interface TableCounts {
  /** Rows that are the same in both exports. */
  same: number;
  changed: number;
  /** Rows that come back. */
  inserted: number;
  deleted: number;
  /** Rows of the earlier export that were deleted for good and cannot come back. */
  gone: number;
}

/** A step of `restoreSteps`, apart from its number and workspace. */
interface Step {
  readonly table: string;
  readonly rowId?: string;
  readonly fields?: EncodedObject;
}

export interface RestorePlan {
  readonly tables: ReadonlyMap<string, TableCounts>;
  readonly steps: readonly Step[];
  /** Rows that cannot come back and may not be missing. */
  readonly missing: number;
}

/** @throws StartupError, BadZip */
export async function planRestore(
  options: RestorePlanOptions,
): Promise<RestorePlan> {
  const now = await ZipReader.open(options.now);
  try {
    const earlier = await ZipReader.open(options.earlier);
    try {
      return await new Comparison({ now, earlier }, options).plan();
    } finally {
      earlier.close();
    }
  } finally {
    now.close();
  }
}

/** Without ids: the same file can be imported again after its steps were discarded. */
export async function writeSteps(
  path: string,
  workspaceId: string,
  steps: readonly Step[],
): Promise<void> {
  const zip = await ZipWriter.create(path);
  try {
    const texts = steps.map((step, number) =>
      JSON.stringify({ workspaceId, number, ...step }),
    );
    await zip.add("restoreSteps/documents.jsonl", lines(texts));
    await zip.finish();
  } catch (error) {
    await zip.abandon();
    await rm(path, { force: true });
    throw error;
  }
}

class Comparison {
  readonly #zips: { readonly now: ZipReader; readonly earlier: ZipReader };
  readonly #options: RestorePlanOptions;
  readonly #tables = new Map<string, TableCounts>();
  readonly #steps: Step[] = [];
  readonly #goneIds = new Set<unknown>();
  #missing = 0;

  constructor(
    zips: { readonly now: ZipReader; readonly earlier: ZipReader },
    options: RestorePlanOptions,
  ) {
    this.#zips = zips;
    this.#options = options;
  }

  async plan(): Promise<RestorePlan> {
    const { left, unnamed } = this.#options;
    const names = new Set<string>();
    for (const zip of [this.#zips.now, this.#zips.earlier])
      for await (const { name } of tablesOf(zip)) names.add(textOf(name));
    // Rows about a row that is gone for good are known after it.
    const named = [...names].filter((name) => !unnamed.includes(name));
    for (const name of [...named, ...unnamed])
      if (!left.includes(name)) await this.#compare(name);
    return {
      tables: this.#tables,
      steps: this.#steps,
      missing: this.#missing,
    };
  }

  async #compare(table: string): Promise<void> {
    const { change, isOwn } = this.#options;
    const counts = { same: 0, changed: 0, inserted: 0, deleted: 0, gone: 0 };
    const current = new Map<string, string>();
    for await (const document of documentsIn(this.#zips.now, table))
      if (isOwn(document))
        current.set(textOf(document._id), textOfRow(document));
    const absent: EncodedObject[] = [];
    for await (const document of documentsIn(this.#zips.earlier, table)) {
      const row = change(document);
      if (row === null) continue;
      const rowId = textOf(row._id);
      const text = current.get(rowId);
      current.delete(rowId);
      if (text === undefined) absent.push(row);
      else if (text === textOfRow(row)) counts.same += 1;
      else {
        counts.changed += 1;
        this.#steps.push({ table, rowId, fields: fieldsOf(row) });
      }
    }
    if (this.#options.unnamed.includes(table))
      this.#insert({ table, absent, current }, counts);
    else this.#giveUp({ table, absent }, counts);
    counts.deleted = current.size;
    for (const rowId of current.keys()) this.#steps.push({ table, rowId });
    if (Object.values(counts).some((count) => count > 0))
      this.#tables.set(table, counts);
  }

  /** A row that has come back already has another id. Removes it from `current`. */
  #insert(
    {
      table,
      absent,
      current,
    }: { table: string; absent: EncodedObject[]; current: Map<string, string> },
    counts: TableCounts,
  ): void {
    const ids = new Map<string, string[]>();
    for (const [id, text] of current) {
      const same = ids.get(text);
      if (same === undefined) ids.set(text, [id]);
      else same.push(id);
    }
    for (const row of absent) {
      if (this.#goneIds.has(row.rowId)) {
        counts.gone += 1;
        continue;
      }
      const id = ids.get(textOfRow(row))?.pop();
      if (id === undefined) {
        counts.inserted += 1;
        this.#steps.push({ table, fields: fieldsOf(row) });
      } else {
        counts.same += 1;
        current.delete(id);
      }
    }
  }

  #giveUp(
    { table, absent }: { table: string; absent: EncodedObject[] },
    counts: TableCounts,
  ): void {
    counts.gone = absent.length;
    for (const row of absent) {
      this.#goneIds.add(textOf(row._id));
      if (!this.#options.mayBeGone(table, row)) this.#missing += 1;
    }
  }
}

function fieldsOf({
  _id,
  _creationTime,
  ...fields
}: EncodedObject): EncodedObject {
  return fields;
}

/** The same for rows with the same fields, whose order in an export may differ. */
function textOfRow(row: EncodedObject): string {
  return JSON.stringify(sorted(fieldsOf(row)));
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, sorted(field)]);
}
