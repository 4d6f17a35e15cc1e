/**
 * Reads one page of a query: Convex's reactive pagination.
 *
 * The first run of a page decides its end, which the client keeps in the query journal. Later runs of
 * the same subscription read up to that end, however many documents there are by then. So pages have
 * no gaps and no duplicates while documents change.
 */
// Imported as a whole: Node before 20.12 has no `hash`, and must still load this file to be refused with a sentence.
import crypto from "node:crypto";
import { DeveloperError } from "./errors";
import { LimitError, TRANSACTION_LIMITS } from "./limits";
import { type CompiledQuery, QueryStream } from "./query";
import type { Transaction } from "./transaction";

export interface PageRequest {
  readonly cursor: string | null;
  readonly endCursor: string | null;
  readonly pageSize: number;
  readonly maximumRowsRead: number | null;
  readonly maximumBytesRead: number | null;
}

export interface Page {
  /** The documents as JSON texts. */
  readonly documents: readonly string[];
  readonly isDone: boolean;
  readonly continueCursor: string;
  readonly splitCursor: string | null;
  readonly pageStatus: "SplitRecommended" | "SplitRequired" | null;
}

/** Split recommended above this: three quarters of Convex's maximum array length, 8192. */
const SOFT_MAX_PAGE_LENGTH = 6144;

type Position = Uint8Array | "end";

/** How many documents are read before other callers may have their turn. */
const STEP = 256;

/** Yields now and then, so that the caller can give other callers their turn. */
export function* pageInSteps(
  transaction: Transaction,
  query: CompiledQuery,
  request: PageRequest,
): Generator<void, Page> {
  checkRequest(request);
  const start = parseCursor(request.cursor, query);
  const end = parseCursor(request.endCursor, query);
  if (start === "end") return emptyPage(query);
  const stream = new QueryStream(transaction, query, {
    after: start,
    upTo: end === "end" ? null : end,
  });
  const read = yield* readDocuments(stream, request, end !== null);
  const reached = end ?? read.position ?? start ?? "end";
  return {
    documents: read.documents,
    isDone: reached === "end",
    continueCursor: formatCursor(reached, query),
    splitCursor: splitCursor(stream, query),
    pageStatus: read.status ?? recommendation(stream, read.documents.length, request),
  };
}

function checkRequest(request: PageRequest): void {
  const { pageSize, maximumRowsRead, maximumBytesRead } = request;
  const sizes = [pageSize, maximumRowsRead ?? 0, maximumBytesRead ?? 0];
  if (!sizes.every(Number.isInteger)) {
    throw new DeveloperError(
      "InvalidPaginationLimit",
      "numItems, maximumRowsRead and maximumBytesRead must be whole numbers",
    );
  }
  if (pageSize <= 0) {
    throw new DeveloperError(
      "NoDocumentsForPagination",
      "Must request at least 1 document while paginating",
    );
  }
  if (maximumRowsRead === 0 || maximumBytesRead === 0) {
    throw new DeveloperError(
      "InvalidPaginationLimit",
      "maximumRowsRead and maximumBytesRead must be greater than 0",
    );
  }
}

interface ReadDocuments {
  documents: string[];
  /** Null if nothing was read. */
  position: Position | null;
  status: Page["pageStatus"];
}

function* readDocuments(
  stream: QueryStream,
  request: PageRequest,
  hasEnd: boolean,
): Generator<void, ReadDocuments> {
  const documents: string[] = [];
  const maxRows = request.maximumRowsRead ?? Infinity;
  const maxBytes = request.maximumBytesRead ?? Infinity;
  const stopped = (status: Page["pageStatus"]): ReadDocuments => ({
    documents,
    position: stream.cursors.at(-1) ?? null,
    status,
  });
  try {
    // A page with a known end is always read to that end, however long it is.
    while (hasEnd || documents.length < request.pageSize) {
      const isOverBudget = stream.rowsRead >= maxRows || stream.bytesRead >= maxBytes;
      if (!hasEnd && isOverBudget) return stopped("SplitRequired");
      const found = stream.readOne(
        Math.min(request.pageSize - documents.length, maxRows - stream.rowsRead),
      );
      if (found === null) return { documents, position: "end", status: null };
      if (stream.passes(found)) documents.push(found.json);
      if (stream.rowsRead % STEP === 0) yield;
    }
  } catch (error) {
    if (!(error instanceof LimitError) || hasEnd || stream.rowsRead === 0) {
      throw error;
    }
    return stopped("SplitRequired");
  }
  return stopped(null);
}

function recommendation(
  stream: QueryStream,
  length: number,
  request: PageRequest,
): Page["pageStatus"] {
  const limits = TRANSACTION_LIMITS;
  const rows = Math.min(request.maximumRowsRead ?? Infinity, limits.documentsRead);
  const bytes = Math.min(request.maximumBytesRead ?? Infinity, limits.bytesRead);
  const isLarge =
    stream.rowsRead > rows * 0.75 ||
    stream.bytesRead > bytes * 0.75 ||
    length > SOFT_MAX_PAGE_LENGTH;
  return isLarge ? "SplitRecommended" : null;
}

function splitCursor(stream: QueryStream, query: CompiledQuery): string | null {
  const { cursors } = stream;
  const middle = cursors[Math.floor(cursors.length / 2)];
  return cursors.length <= 2 || middle === undefined ? null : formatCursor(middle, query);
}

function emptyPage(query: CompiledQuery): Page {
  return {
    documents: [],
    isDone: true,
    continueCursor: formatCursor("end", query),
    splitCursor: null,
    pageStatus: null,
  };
}

/** Binds a cursor to its query: a cursor from another query is rejected. */
function fingerprint({ serialized }: CompiledQuery): string {
  return crypto.hash("sha256", JSON.stringify(serialized), "base64url").slice(0, 12);
}

function formatCursor(position: Position, query: CompiledQuery): string {
  const encoded = position === "end" ? "end" : `at.${Buffer.from(position).toString("base64url")}`;
  return `${fingerprint(query)}.${encoded}`;
}

function parseCursor(cursor: string | null, query: CompiledQuery): Position | null {
  if (cursor === null) return null;
  const [origin, kind, key, ...rest] = cursor.split(".");
  const isWhole = rest.length === 0 && origin === fingerprint(query);
  if (isWhole && kind === "end" && key === undefined) return "end";
  if (isWhole && kind === "at" && key !== undefined) {
    return Buffer.from(key, "base64url");
  }
  throw new DeveloperError(
    "InvalidCursor",
    "InvalidCursor: Tried to run a query starting from a cursor, but it looks like this cursor is from a different query.",
    { isConvexSystemError: true, paginationError: "InvalidCursor" },
  );
}
