/** Parses the HTTP Range header, for a single range. */

export interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

/**
 * Null means the whole file: RFC 9110 allows it for no range, an invalid range and several ranges. For an empty file,
 * Convex ignores every range too.
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? "");
  if (!match || size === 0) return null;
  const [first, last] = [match[1] ?? "", match[2] ?? ""];
  if (first === "") return last === "" ? null : suffix(Number(last), size);
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  if (start >= size) return "unsatisfiable";
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return { start, end };
}

function suffix(length: number, size: number): ByteRange | "unsatisfiable" {
  if (length === 0) return "unsatisfiable";
  return { start: Math.max(0, size - length), end: size - 1 };
}
