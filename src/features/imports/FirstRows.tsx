import type { ImportRow } from "@domain/imports/rows";
import { rowLines } from "./rowLines";

/** So many show whether the columns are right. */
const FIRST = 3;

export function FirstRows({ rows }: { readonly rows: readonly ImportRow[] }) {
  if (rows.length === 0)
    return (
      <p className="text-sm text-ink-muted">
        No row can be imported with these columns.
      </p>
    );
  return (
    <ul aria-label="First rows" className="flex flex-col gap-2">
      {rows.slice(0, FIRST).map((row, at) => {
        const { title, lines } = rowLines(row);
        return (
          <li
            // The rows of a file do not move.
            key={at}
            className="rounded-lg border border-line px-3 py-2 text-sm"
          >
            <p className="font-semibold wrap-anywhere">{title}</p>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
              {lines.map(([label, text], line) => (
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
