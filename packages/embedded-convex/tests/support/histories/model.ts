/**
 * A model of the database: a plain map in which every read scans all documents. Tests compare the server's results and
 * reruns with it.
 */
import { type Value, compareValues } from "convex/values";
import {
  type Bound,
  type Filter,
  INDEXES,
  type RangeRead,
  type Read,
  type SearchRead,
  type Step,
} from "./specs";

export type Doc = Readonly<Record<string, Value>>;
export type Documents = ReadonlyMap<string, Doc>;

/** Whether a read covered the position where this document is, or would be. */
export type Region = (document: Doc) => boolean;

interface Scanned {
  readonly found: readonly Doc[];
  readonly region: Region;
}

export function answerOf(documents: Documents, read: Read): Value {
  if (read.kind === "get") return documents.get(read.id) ?? null;
  const found = [...scan(documents, read).found];
  if (read.kind === "search") return found;
  if (read.end === "first") return found[0] ?? null;
  if (read.end !== "unique") return found;
  return found.length > 1 ? "several" : (found[0] ?? null);
}

/** The part of the database that a read covers: for `take(3)`, up to the third document. */
export function regionOf(documents: Documents, read: Read): Region {
  if (read.kind === "get") return (document) => document._id === read.id;
  return scan(documents, read).region;
}

/** The old and new version of each document that changed. */
export function changesBetween(
  before: Documents,
  after: Documents,
): (readonly [Doc | undefined, Doc | undefined])[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids]
    .map((id) => [before.get(id), after.get(id)] as const)
    .filter(([was, is]) => compareValues(was, is) !== 0);
}

export function isTouched(
  region: Region | undefined,
  changes: ReturnType<typeof changesBetween>,
): boolean {
  return changes.some((pair) =>
    pair.some((document) => document !== undefined && region?.(document)),
  );
}

function scan(documents: Documents, read: RangeRead | SearchRead): Scanned {
  if (read.kind === "range") {
    return scanRange(documents, read, { limit: limitOf(read.end) });
  }
  const region = (document: Doc) => isFound(document, read);
  const found = [...documents.values()].filter(region);
  found.sort((a, b) => compareValues(a._id, b._id));
  return { found, region };
}

function limitOf(end: RangeRead["end"]): number {
  switch (end) {
    case "collect":
      return Infinity;
    case "first":
      return 1;
    case "unique":
      return 2;
    default:
      return "take" in end ? end.take : end.iterate;
  }
}

interface ScanOptions {
  readonly limit?: number;
  /** Start behind the position of this document. */
  readonly after?: Doc | null;
}

/** Up to `limit` documents of a range that pass its filter. */
export function scanRange(
  documents: Documents,
  read: Omit<RangeRead, "end">,
  { limit = Infinity, after = null }: ScanOptions = {},
): Scanned & { readonly last: Doc | null } {
  const isInside = (document: Doc) =>
    meetsAll(document, read.bounds) && (after === null || compareIn(read, after, document) < 0);
  const found: Doc[] = [];
  if (limit === 0) return { found, region: () => false, last: null };
  for (const document of [...documents.values()]
    .filter(isInside)
    .sort((a, b) => compareIn(read, a, b))) {
    if (read.filter && !passes(document, read.filter)) continue;
    found.push(document);
    if (found.length < limit) continue;
    const region = (other: Doc) => isInside(other) && compareIn(read, other, document) <= 0;
    return { found, region, last: document };
  }
  return { found, region: isInside, last: null };
}

function meetsAll(document: Doc, bounds: readonly Bound[]): boolean {
  return bounds.every((bound) => passes(document, bound));
}

function passes(document: Doc, filter: Filter): boolean {
  if ("not" in filter) return !passes(document, filter.not);
  if ("and" in filter) return filter.and.every((f) => passes(document, f));
  if ("or" in filter) return filter.or.some((f) => passes(document, f));
  const compared = compareValues(fieldOf(document, filter.field), filter.value);
  return {
    eq: compared === 0,
    neq: compared !== 0,
    gt: compared > 0,
    gte: compared >= 0,
    lt: compared < 0,
    lte: compared <= 0,
  }[filter.op];
}

/** In the order of the read's index; ties are in order of creation. */
function compareIn({ index, order }: Pick<RangeRead, "index" | "order">, a: Doc, b: Doc): number {
  for (const path of [...(INDEXES[index] ?? []), "_creationTime", "_id"]) {
    const compared = compareValues(fieldOf(a, path), fieldOf(b, path));
    if (compared !== 0) return order === "asc" ? compared : -compared;
  }
  return 0;
}

function fieldOf(document: Doc, path: string): Value | undefined {
  let value: Value | undefined = document;
  for (const name of path.split(".")) {
    const isObject: boolean =
      typeof value === "object" &&
      value !== null &&
      !Array.isArray(value) &&
      !(value instanceof ArrayBuffer);
    value = isObject ? (value as Record<string, Value>)[name] : undefined;
  }
  return value;
}

function isFound(document: Doc, { text, w }: SearchRead): boolean {
  if (w !== undefined && document.w !== w) return false;
  const words = wordsOf(asText(document.text));
  const terms = wordsOf(text);
  const last = terms.at(-1);
  return words.some(
    (word) => terms.includes(word) || (last !== undefined && word.startsWith(last)),
  );
}

function asText(value: Value | undefined): string {
  return typeof value === "string" ? value : "";
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Thrown by a throwing step, with the results of the steps before it. */
class Thrown extends Error {
  override readonly name = "Thrown";
}

export type Replayed =
  | { readonly documents: Documents; readonly results: Value[] }
  | { readonly documents: null; readonly results: Value[] };

/**
 * Applies the steps of one mutation. Takes ids and creation times from the server's results. `documents` is null if the
 * mutation throws.
 */
export function replay(before: Documents, steps: readonly Step[], given: Value): Replayed {
  const run = new Replay(before, new Map(before));
  const results: Value[] = [];
  try {
    run.all(steps, given, results);
  } catch (error) {
    if (!(error instanceof Thrown)) throw error;
    return { documents: null, results };
  }
  return { documents: run.documents, results };
}

class Replay {
  readonly #before: Documents;
  documents: Map<string, Doc>;

  constructor(before: Documents, documents: Map<string, Doc>) {
    this.#before = before;
    this.documents = documents;
  }

  all(steps: readonly Step[], given: Value, results: Value[]): void {
    const list = Array.isArray(given) ? given : [];
    steps.forEach((step, at) => results.push(this.#one(step, list[at] ?? null)));
  }

  #one(step: Step, given: Value): Value {
    switch (step.do) {
      case "insert": {
        const [_id = null, _creationTime = null] = given as Value[];
        this.#put({ ...step.fields, _id, _creationTime });
        return given;
      }
      case "patch":
        return this.#change(step.key, (old) => {
          const merged = { ...old, ...step.fields };
          for (const name of step.without ?? []) delete merged[name];
          return merged;
        });
      case "replace":
        return this.#change(step.key, ({ _id = null, _creationTime = null }) => {
          return { ...step.fields, _id, _creationTime };
        });
      case "delete":
        return this.#change(step.key, () => null);
      case "read":
        return answerOf(this.documents, step.read);
      case "readBefore":
        return answerOf(this.#before, step.read);
      case "pause":
        return null;
      case "nest":
        return this.#nested(step.steps, given);
      case "throw":
        throw new Thrown();
    }
  }

  #nested(steps: readonly Step[], given: Value): Value {
    const kept = new Map(this.documents);
    const results: Value[] = [];
    const isCaught = given !== null && typeof given === "object" && "caught" in given;
    try {
      this.all(steps, isCaught ? (given.caught ?? null) : given, results);
      return results;
    } catch (error) {
      if (!(error instanceof Thrown)) throw error;
      this.documents = kept;
      return { caught: results };
    }
  }

  #change(key: string, change: (old: Doc) => Doc | null): Value {
    const [old] = scanRange(
      this.documents,
      {
        kind: "range",
        index: "by_key",
        bounds: [{ op: "eq", field: "key", value: key }],
        order: "asc",
      },
      { limit: 1 },
    ).found;
    if (old === undefined) return null;
    const next = change(old);
    if (next === null) this.documents.delete(asText(old._id));
    else this.#put(next);
    return old._id ?? null;
  }

  #put(document: Doc): void {
    this.documents.set(asText(document._id), document);
  }
}
