import { CSV_START, csvRow } from "@domain/files/csv";
import type { RowFault } from "@domain/imports/rows";
import { formatCount } from "@domain/text/text";
import { Download } from "@/components/icons/icons";
import { Button } from "@/components/ui/Button";
import { downloadFile } from "@/lib/downloadFile";

/** The number of faults on screen; the downloaded file has all. */
const SHOWN = 20;

interface FaultListProps {
  readonly fileName: string;
  readonly faults: readonly RowFault[];
}

/** The rows that cannot be imported, with the reasons; all of them as a file. */
export function FaultList({ fileName, faults }: FaultListProps) {
  const more = faults.length - SHOWN;
  return (
    <div className="flex flex-col items-start gap-3 text-sm">
      <ul aria-label="Faults" className="w-full">
        {faults.slice(0, SHOWN).map(({ line, column, sentence }, at) => (
          <li key={at} className="border-t border-line py-1.5 first:border-t-0 first:pt-0">
            <span className="text-ink-muted tabular-nums">
              Row {line}
              {column !== undefined && `, ${column}`}:
            </span>{" "}
            {sentence}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-ink-muted">And {formatCount(more)} more.</p>}
      <Button onClick={() => downloadFaults(fileName, faults)}>
        <Download aria-hidden="true" />
        Download as CSV
      </Button>
    </div>
  );
}

function downloadFaults(fileName: string, faults: readonly RowFault[]): void {
  const rows = faults.map(({ line, column, sentence }) => csvRow([line, column, sentence]));
  const parts = [CSV_START, csvRow(["Row", "Column", "Reason"]), ...rows];
  downloadFile(
    `${fileName.replace(/\.[^.]*$/, "")}-faults.csv`,
    new Blob(parts, { type: "text/csv;charset=utf-8" }),
  );
}
