import { importFieldLabel, importFieldsOf, type ColumnTarget } from "@domain/imports/fields";
import type { ImportKind } from "@domain/imports/rows";
import { Select } from "@/components/ui/Select";
import type { FileColumn } from "./importSession";

interface ColumnListProps {
  readonly kind: ImportKind;
  readonly columns: readonly FileColumn[];
  readonly targets: readonly ColumnTarget[];
  readonly onChange: (column: number, target: ColumnTarget) => void;
}

/** The option for a column that fills no field. */
const KEEP: Readonly<Record<ImportKind, string>> = {
  customers: "Keep beside the customer",
  jobs: "Add to the notes",
};

/** Each column of the file with a few of its cells, and the field that it fills. */
export function ColumnList(props: ColumnListProps) {
  const { kind, columns, targets, onChange } = props;
  const fields = importFieldsOf(kind);
  return (
    <ul aria-label="Columns">
      {columns.map(({ title, samples, hasDates }, at) => (
        <li
          key={title}
          className="grid gap-x-3 gap-y-1 border-t border-line py-2 first:border-t-0 first:pt-0 sm:grid-cols-2 sm:items-center"
        >
          <div className="min-w-0 text-sm">
            <p className="truncate font-medium" title={title}>
              {title}
            </p>
            <p className="truncate text-ink-muted">
              {samples.length === 0 ? "Empty" : samples.join(" · ")}
            </p>
            {hasDates && kind === "jobs" && targets[at] === "keep" && (
              <p className="text-amber-ink">These are dates. Choose what they say, or keep them.</p>
            )}
          </div>
          <Select
            aria-label={`Column ${title}`}
            value={targets[at] ?? "skip"}
            onChange={({ target }) => onChange(at, target.value as ColumnTarget)}
          >
            <option value="keep">{KEEP[kind]}</option>
            <option value="skip">Leave out</option>
            {fields.map((field) => (
              <option key={field} value={field}>
                {importFieldLabel(field)}
              </option>
            ))}
          </Select>
        </li>
      ))}
    </ul>
  );
}
