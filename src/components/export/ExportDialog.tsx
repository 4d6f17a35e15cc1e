import { useConvex } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { EXPORT_LABELS, EXPORTS, type ExportName } from "@domain/files/exports";
import { formatCount } from "@domain/text/text";
import { Download } from "../icons/icons";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { Spinner } from "../ui/Spinner";
import { dayKeyOf } from "@domain/dates/days";
import { reportFault, toAppError } from "@/lib/appErrors";
import { connectionState } from "@/lib/connection/connectionState";
import { downloadFile } from "@/lib/downloadFile";
import { readExport } from "./readExport";

const DESCRIPTIONS: Readonly<Record<ExportName, string>> = {
  jobs: "Customer, address, status, visits, price and notes.",
  customers: "Names, phones, e-mail addresses and how they were obtained.",
  inventory: "Every color with its stock by category.",
  prices: "Every item with its prices.",
};

interface ExportDialogProps {
  /** The file of the screen that opened the dialog. */
  readonly first: ExportName;
  readonly onClose: () => void;
}

export function ExportDialog({ first, onClose }: ExportDialogProps) {
  const { running, failure, start, cancel } = useExport();
  return (
    <Dialog
      title="Export"
      description="CSV files for a spreadsheet, with every record of the workspace. Times are those of this device's time zone."
      onClose={onClose}
    >
      <ul>
        {EXPORTS.map((name) => (
          <li
            key={name}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0"
          >
            <div className="min-w-0 grow basis-40">
              <p className="font-medium">{EXPORT_LABELS[name]}</p>
              <p className="text-sm text-ink-muted">{DESCRIPTIONS[name]}</p>
            </div>
            {running?.name === name ? (
              <div className="flex items-center gap-3">
                <Spinner label={null} className="size-4" />
                <p role="status" className="text-sm tabular-nums">
                  {formatCount(running.rows)} so far
                </p>
                <Button onClick={cancel}>Cancel</Button>
              </div>
            ) : (
              <Button
                aria-label={`Download ${EXPORT_LABELS[name]} as CSV`}
                autoFocus={name === first}
                disabled={running !== null}
                onClick={() => void start(name)}
              >
                <Download aria-hidden="true" />
                CSV
              </Button>
            )}
          </li>
        ))}
      </ul>
      {failure !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {failure}
        </p>
      )}
    </Dialog>
  );
}

interface Running {
  readonly name: ExportName;
  readonly rows: number;
}

/** Downloads one file at a time. */
function useExport() {
  const convex = useConvex();
  const [running, setRunning] = useState<Running | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const current = useRef<AbortController | null>(null);
  const cancel = () => {
    current.current?.abort();
    setRunning(null);
  };
  useEffect(() => () => current.current?.abort(), []);

  const start = async (name: ExportName) => {
    if (connectionState() === "offline") {
      setFailure("This needs a connection. Try again when the signal is back.");
      return;
    }
    const stop = new AbortController();
    current.current = stop;
    setFailure(null);
    setRunning({ name, rows: 0 });
    try {
      const file = await readExport(convex, name, {
        signal: stop.signal,
        onRows: (rows) => setRunning({ name, rows }),
      });
      if (file === null || stop.signal.aborted) return;
      downloadFile(`${name}-${dayKeyOf(Date.now())}.csv`, file);
    } catch (error) {
      reportFault(error);
      if (stop.signal.aborted) return;
      setFailure(failureText(error));
    }
    setRunning(null);
  };

  return { running, failure, start, cancel };
}

function failureText(error: unknown): string {
  const { code, message } = toAppError(error);
  return code === "UNEXPECTED" ? "The file could not be made. Try again." : message;
}
