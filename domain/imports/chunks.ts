/** The rows of a file on their way to the server: chunks of JSON, each of which is one call and one stored document. */
import { MAX_CHUNK_LENGTH } from "../calls/inputLimits";

export const CHUNK_ROWS = 100;

/** The rows of one transaction of the import: few, because it keeps other calls waiting. */
export const STEP_ROWS = 20;

/** UTF-16 code units of a row as JSON. */
export const MAX_ROW_LENGTH = 60_000;

/** The limit of an id, and of the title of a column. */
export const MAX_NAME_LENGTH = 200;

export function chunksOf(rows: readonly object[]): string[] {
  const chunks: string[] = [];
  let open: string[] = [];
  let length = 0;
  const close = () => {
    if (open.length > 0) chunks.push(`[${open.join(",")}]`);
    open = [];
    length = 0;
  };
  for (const row of rows) {
    const text = JSON.stringify(row);
    const isFull = length + text.length > MAX_CHUNK_LENGTH - CHUNK_ROWS - 2;
    if (open.length === CHUNK_ROWS || isFull) close();
    open.push(text);
    length += text.length;
  }
  close();
  return chunks;
}
