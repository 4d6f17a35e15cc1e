/** The rows of a file on their way to the server: chunks of JSON, each of which is one call and one stored document. */
import type { ImportRow, RowFault } from "./rows";

export const CHUNK_ROWS = 100;

/** The rows of one transaction of the import: few, because it keeps other calls waiting. */
export const STEP_ROWS = 20;

/** UTF-16 code units of a chunk. In UTF-8 that is at most 900 kB, and a document of Convex holds 1 MiB. */
export const MAX_CHUNK_LENGTH = 300_000;

/** UTF-16 code units of a row as JSON. */
export const MAX_ROW_LENGTH = 60_000;

const ROW_TOO_LONG = "This row has more text than can be imported.";

/** The chunks of a file, and the rows that are too long for any. */
export function chunksOf(rows: readonly ImportRow[]): {
  readonly chunks: readonly string[];
  readonly faults: readonly RowFault[];
} {
  const chunks: string[] = [];
  const faults: RowFault[] = [];
  let open: string[] = [];
  let length = 0;
  const close = () => {
    if (open.length > 0) chunks.push(`[${open.join(",")}]`);
    open = [];
    length = 0;
  };
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (text.length > MAX_ROW_LENGTH) {
      faults.push({ line: row.line, sentence: ROW_TOO_LONG });
      continue;
    }
    const isFull = length + text.length > MAX_CHUNK_LENGTH - CHUNK_ROWS - 2;
    if (open.length === CHUNK_ROWS || isFull) close();
    open.push(text);
    length += text.length;
  }
  close();
  return { chunks, faults };
}
