/**
 * `npm run merge`: writes an export of a deployment in which the documents of one office come from another export. All
 * other documents are unchanged. The result is for replacing all data of that deployment.
 */
import { rm } from "node:fs/promises";
import {
  decodeDocumentId,
  encodeDocumentId,
  type EncodedObject,
  StartupError,
} from "embedded-convex";
import { ZipReader } from "../server/zip/zipReader";
import { ZipWriter } from "../server/zip/zipWriter";
import { lines, type Selection, type Transferred } from "../server/transfer/exportData";
import { documentsIn, entriesOf, fileOf, tablesOf, textOf } from "../server/transfer/exportedZip";

const STORAGE = "_storage";

export interface MergeOptions {
  /** The export of the deployment. */
  readonly base: string;
  /** The export to copy the office from. */
  readonly added: string;
  /** The documents and files of `added` that are copied. */
  readonly selection: Required<Selection>;
  /** Whether a document of `base` is left out. */
  readonly isReplaced: (document: EncodedObject) => boolean;
  /** Tables in which the office's documents of `base` stay, if it has any. */
  readonly stays: readonly string[];
  /** The ZIP file that is written. */
  readonly path: string;
}

export interface Merged extends Transferred {
  /** False if the result leaves the deployment's stored files as they are. */
  readonly hasFiles: boolean;
  /** The number of documents of `base` that were left out. */
  readonly replaced: number;
  /** The number of documents of `added` that were copied. */
  readonly taken: number;
}

/** @throws StartupError, BadZip */
export async function mergeExports(options: MergeOptions): Promise<Merged> {
  const base = await ZipReader.open(options.base);
  try {
    const added = await ZipReader.open(options.added);
    try {
      requireFiles({ base, added }, options);
      return await writeMerged({ base, added }, options);
    } finally {
      added.close();
    }
  } finally {
    base.close();
  }
}

interface Zips {
  readonly base: ZipReader;
  readonly added: ZipReader;
}

/**
 * `convex import` replaces all files of the deployment by the files of the ZIP if it lists any, and otherwise leaves
 * them as they are.
 */
function hasFiles(zip: ZipReader): boolean {
  return entriesOf(zip).tables.has(STORAGE);
}

function requireFiles({ base, added }: Zips, paths: MergeOptions): void {
  if (hasFiles(base) || !hasFiles(added)) return;
  throw new StartupError(
    `${paths.base} has no stored files, and ${paths.added} has some. Export the deployment again with --include-file-storage.`,
  );
}

async function writeMerged(zips: Zips, options: MergeOptions): Promise<Merged> {
  const zip = await ZipWriter.create(options.path);
  try {
    const merge = new Merge(zips, options);
    const merged = await merge.write(zip);
    // A wrong id must not delete an office.
    if (merged.taken === 0)
      throw new StartupError(
        `${options.added} has no document of that workspace: nothing was written.`,
      );
    await zip.finish();
    return merged;
  } catch (error) {
    await zip.abandon();
    await rm(options.path, { force: true });
    throw error;
  }
}

class Merge {
  readonly #zips: Zips;
  readonly #options: MergeOptions;
  /** The numbers of tables in `added`, and the numbers that these tables get in the result. */
  readonly #numbers = new Map<number, number>();
  readonly #replacedFiles = new Set<unknown>();
  #replaced = 0;
  #taken = 0;
  #kept = 0;

  constructor(zips: Zips, options: MergeOptions) {
    this.#zips = zips;
    this.#options = options;
  }

  async write(zip: ZipWriter): Promise<Merged> {
    const { base, added } = this.#zips;
    const tables = await this.#matchTables();
    const list = [...tables].map(([name, id]) => JSON.stringify({ name, id }));
    await zip.add("_tables/documents.jsonl", lines(list));
    for (const name of tables.keys())
      await zip.add(`${name}/documents.jsonl`, lines(this.#documents(name)));
    const files = hasFiles(base) ? await this.#files() : null;
    if (files !== null) {
      const texts = files.map(({ document }) => JSON.stringify(document));
      await zip.add(`${STORAGE}/documents.jsonl`, lines(texts));
    }
    for (const { from, entry, document } of files ?? []) {
      const source = from === "base" ? base : added;
      await zip.add(`${STORAGE}/${textOf(document._id)}`, source.read(entry), {
        isPacked: true,
      });
    }
    return {
      documents: this.#kept + this.#taken,
      files: files?.length ?? 0,
      hasFiles: files !== null,
      replaced: this.#replaced,
      taken: this.#taken,
    };
  }

  /** The tables of both exports. A table of `added` gets its number in `base`, or else a free number. */
  async #matchTables(): Promise<Map<string, number>> {
    const { base, added } = this.#zips;
    const tables = await numbersOf(base);
    for (const [name, number] of await numbersOf(added)) {
      const taken = new Set(tables.values());
      const target = tables.get(name) ?? (taken.has(number) ? Math.max(...taken) + 1 : number);
      tables.set(name, target);
      this.#numbers.set(number, target);
    }
    const [from, to] = [await storageNumber(added), await storageNumber(base)];
    if (from !== null && to !== null) this.#numbers.set(from, to);
    return tables;
  }

  /** @throws StartupError if the result would have a document twice: then the office has another id in `base` */
  async *#documents(name: string): AsyncGenerator<string> {
    const { isReplaced, selection } = this.#options;
    const stay = await this.#stay(name);
    const taken = new Set<string>();
    for await (const document of documentsIn(this.#zips.added, name))
      if (!stay && selection.change(document) !== null)
        taken.add(this.#renumberedText(textOf(document._id)));
    for await (const document of documentsIn(this.#zips.base, name)) {
      if (!stay && isReplaced(document)) {
        this.#replaced += 1;
        this.#replacedFiles.add(document.storageId);
        continue;
      }
      if (taken.has(textOf(document._id)))
        throw new StartupError(
          `${this.#options.base} has the document ${textOf(document._id)} of ${name} too, in the workspace ${textOf(document.workspaceId)}. Give the office's id in the deployment: --as <workspace>. Nothing was written.`,
        );
      this.#kept += 1;
      yield JSON.stringify(document);
    }
    for await (const document of documentsIn(this.#zips.added, name)) {
      const changed = stay ? null : selection.change(document);
      if (changed === null) continue;
      this.#taken += 1;
      yield JSON.stringify(this.#renumbered(changed));
    }
  }

  async #stay(name: string): Promise<boolean> {
    const { stays, isReplaced } = this.#options;
    if (!stays.includes(name)) return false;
    for await (const document of documentsIn(this.#zips.base, name))
      if (isReplaced(document)) return true;
    return false;
  }

  /** The files of `base` that still have an owner, and the files of `added` that `base` lacks. */
  async #files() {
    const { base, added } = this.#zips;
    const { hasFile } = this.#options.selection;
    const files = [];
    const [ofBase, ofAdded] = [entriesOf(base).files, entriesOf(added).files];
    const ids = new Set<unknown>();
    const taken = new Map<string, EncodedObject>();
    for await (const document of documentsIn(added, STORAGE))
      if (hasFile(textOf(document._id)))
        taken.set(this.#renumberedText(textOf(document._id)), document);
    for await (const document of documentsIn(base, STORAGE)) {
      const isOwned =
        !this.#replacedFiles.has(document._id) ||
        hasFile(textOf(document._id)) ||
        taken.has(textOf(document._id));
      if (!isOwned) continue;
      const entry = fileOf(ofBase, document);
      ids.add(document._id);
      files.push({ from: "base", entry, document } as const);
    }
    for (const [id, stored] of taken) {
      if (ids.has(id)) continue;
      const entry = fileOf(ofAdded, stored);
      const document = { ...stored, _id: id };
      files.push({ from: "added", entry, document } as const);
    }
    return files;
  }

  /** Replaces the table numbers in ids by those of the result. */
  #renumbered(value: EncodedObject): EncodedObject {
    return JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
      typeof part === "string" ? this.#renumberedText(part) : part,
    ) as EncodedObject;
  }

  #renumberedText(text: string): string {
    const id = decodeDocumentId(text);
    if (id === null) return text;
    const tableNumber = this.#numbers.get(id.tableNumber);
    return tableNumber === undefined || tableNumber === id.tableNumber
      ? text
      : encodeDocumentId({ ...id, tableNumber });
  }
}

async function numbersOf(zip: ZipReader): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  for await (const { name, id } of tablesOf(zip)) numbers.set(textOf(name), Number(id));
  return numbers;
}

/** The number of the table of stored files, which their ids contain; null without a file. */
async function storageNumber(zip: ZipReader): Promise<number | null> {
  for await (const { _id: id } of documentsIn(zip, STORAGE))
    return decodeDocumentId(textOf(id))?.tableNumber ?? null;
  return null;
}
