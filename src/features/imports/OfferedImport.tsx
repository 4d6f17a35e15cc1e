import { useMutation, useQuery } from "convex/react";
import { api } from "@convex/_generated/api";
import { counted } from "@domain/text/text";
import { Button } from "@/components/ui/Button";
import { ConfirmButton } from "@/components/ui/ConfirmButton";
import { formatDateTime } from "@/lib/formatDateTime";
import { useSave } from "@/offline/useSave";

interface OfferedImportProps {
  /** Shows the file: see ImportReview. */
  readonly onContinue: () => void;
}

/** Offers to continue with a file that was read but not imported, e.g. because the browser was killed. */
export function OfferedImport({ onContinue }: OfferedImportProps) {
  const staged = useQuery(api.imports.staged);
  const discard = useMutation(api.imports.discard);
  const { save, isSaving } = useSave();
  if (!staged || staged.state === "done") return null;
  const { _id: importId, fileName, rowCount, readAt, state } = staged;
  const isRunning = state === "running";
  return (
    <section
      aria-label="File of before"
      className="mb-4 flex flex-wrap items-center gap-3 rounded-xl border border-line px-4 py-3"
    >
      <p className="min-w-0 grow basis-60 text-sm wrap-anywhere">
        {isRunning
          ? `${fileName} is being imported.`
          : `${fileName} with ${counted(rowCount, "row")} was read at ${formatDateTime(readAt)} and not imported.`}
      </p>
      <div className="flex gap-2">
        {!isRunning && (
          <ConfirmButton
            confirmLabel="Discard it?"
            busy={isSaving}
            onConfirm={() =>
              void save(() => discard({ importId }), {
                name: fileName,
                saved: null,
              })
            }
          >
            Discard
          </ConfirmButton>
        )}
        <Button variant="primary" onClick={onContinue}>
          {isRunning ? "Show" : "Continue"}
        </Button>
      </div>
    </section>
  );
}
