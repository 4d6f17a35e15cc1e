import { groupBy } from "@domain/groups";
import type { ImportRow } from "@domain/imports/rows";
import { rowLines, type Line } from "./rowLines";

/** So many show whether the columns are right. */
const FIRST = 3;

/** Of a row of the file: its counts by category, or its prices by size. */
const MAX_PARTS = 6;

function firstParts(rows: readonly ImportRow[]) {
  const byLine = groupBy(rows.slice(0, FIRST * MAX_PARTS), ({ line }) => line);
  return [...byLine.values()]
    .slice(0, FIRST)
    .map((parts) => parts.map((part) => rowLines(part)));
}

function withoutRepeated(lines: readonly Line[]): Line[] {
  return lines.filter(
    ([label, text], at) =>
      lines.findIndex((one) => one[0] === label && one[1] === text) === at,
  );
}

export function FirstRows({ rows }: { readonly rows: readonly ImportRow[] }) {
  if (rows.length === 0)
    return (
      <p className="text-sm text-ink-muted">
        No row can be imported with these columns.
      </p>
    );
  return (
    <ul aria-label="First rows" className="flex flex-col gap-2">
      {firstParts(rows).map((parts, at) => {
        const [{ title } = { title: "" }] = parts;
        const lines = parts.flatMap((part) => part.lines);
        return (
          <li
            // The rows of a file do not move.
            key={at}
            className="rounded-lg border border-line px-3 py-2 text-sm"
          >
            <p className="font-semibold wrap-anywhere">{title}</p>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
              {withoutRepeated(lines).map(([label, text], line) => (
                <div key={line} className="contents">
                  <dt className="max-w-36 truncate text-ink-muted">{label}</dt>
                  <dd className="line-clamp-3 whitespace-pre-line wrap-anywhere">
                    {text}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
