import { useAction, useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useState } from "react";
import { api } from "@convex/_generated/api";
import { foundLines, IMPORT_GONE } from "@domain/imports/findings";
import { IMPORT_UNDO_MS, type RowFault } from "@domain/imports/rows";
import { operationCounts } from "@domain/calls/operations";
import { counted, daysText, formatCount } from "@domain/text/text";
import { Button } from "@/components/ui/Button";
import { DialogPanel } from "@/components/ui/Dialog";
import { LoadingData } from "@/components/ui/LoadingData";
import { reportFault, toAppError } from "@/lib/appErrors";
import { FaultList } from "./FaultList";
import { ImportProgress } from "./ImportProgress";
import { Lookalikes } from "./Lookalikes";
import { UndoImport } from "@/offline/undo/UndoImport";

type Staged = NonNullable<FunctionReturnType<typeof api.imports.staged>>;

interface ImportReviewProps {
  /** Rows of the file that the page could not read. */
  readonly faults: readonly RowFault[];
  readonly onClose: () => void;
  readonly onBack: () => void;
}

/** Shows a file that the server keeps: what is in it, what has to be decided, and the progress of its import. */
export function ImportReview(props: ImportReviewProps) {
  const staged = useQuery(api.imports.staged);
  const counts = useQuery(api.seed.progress)?.counts;
  const { onClose, onBack } = props;
  if (staged === undefined || staged === null)
    return (
      <DialogPanel title="Import" onClose={onClose}>
        {staged === null ? (
          <p role="alert">{IMPORT_GONE}</p>
        ) : (
          <LoadingData what="The file" className="my-6" />
        )}
      </DialogPanel>
    );
  if (staged.state === "staging")
    return <Checking staged={staged} onClose={onClose} onBack={onBack} />;
  if (staged.state === "running")
    return (
      <ImportProgress
        label={`Importing ${staged.fileName}`}
        description="It goes on when this is closed."
        part={staged.progress}
        onClose={onClose}
      />
    );
  if (staged.state === "done")
    return <Done staged={staged} counts={counts ?? {}} onClose={onClose} />;
  return <Checked {...props} staged={staged} />;
}

interface PartProps {
  readonly staged: Staged;
  readonly onClose: () => void;
}

/** Starts the check of the file when shown, also after an earlier check was cut off. */
function Checking({ staged, onClose, onBack }: PartProps & Pick<ImportReviewProps, "onBack">) {
  const check = useAction(api.imports.check);
  const [failure, setFailure] = useState<string | null>(null);
  const { _id: importId } = staged;
  useEffect(() => {
    check({ importId }).catch((thrown: unknown) => {
      reportFault(thrown);
      setFailure(toAppError(thrown).message);
    });
  }, [check, importId]);
  return (
    <ImportProgress
      label={`Comparing ${staged.fileName} with your office`}
      failure={failure}
      onBack={onBack}
      onClose={onClose}
    />
  );
}

/** Shows what an import would do, before anything is written. */
function Checked(props: ImportReviewProps & { readonly staged: Staged }) {
  const { staged, faults, onClose, onBack } = props;
  const { found, rowCount, restChoice, decided } = staged;
  const start = useAction(api.imports.start);
  const [failure, setFailure] = useState<string | null>(null);
  const [isStarting, setIsStarting] = useState(false);
  const [sending, setSending] = useState(0);
  const left = rowCount - (found["same"] ?? 0);
  const undecided = restChoice === undefined ? (found["lookalikes"] ?? 0) - decided : 0;
  const run = async () => {
    setIsStarting(true);
    setFailure(null);
    try {
      await start({ importId: staged._id });
    } catch (thrown) {
      const error = toAppError(thrown);
      reportFault(thrown);
      // After a lost connection the server still imports, and the page shows its progress.
      if (error.code !== "CONNECTION_LOST") setFailure(error.message);
    }
    setIsStarting(false);
  };
  return (
    <DialogPanel
      title={`Import ${staged.fileName}`}
      description={`Nothing is written before you import it. An import can be undone for ${daysText(IMPORT_UNDO_MS)}.`}
      onClose={onClose}
      footer={
        <>
          <Button className="mr-auto" onClick={onBack}>
            Back
          </Button>
          <Button
            variant="primary"
            busy={isStarting}
            disabled={left <= 0 || sending > 0}
            onClick={() => void run()}
          >
            Import {formatCount(Math.max(left, 0))} {left === 1 ? "row" : "rows"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <ul aria-label="Found" className="flex flex-col gap-1">
          {foundLines(found).map(({ count, text }) => (
            <li key={count} className="tabular-nums">
              {text}
            </li>
          ))}
        </ul>
        {left <= 0 && (
          <p role="status">
            {faults.length > 0
              ? "The other rows of this file are here already."
              : "Every row of this file is here already."}
          </p>
        )}
        {(found["lookalikes"] ?? 0) > 0 && (
          <Lookalikes
            staged={staged}
            undecided={undecided}
            onSending={(change) => setSending((count) => count + change)}
          />
        )}
        {faults.length > 0 && (
          <section aria-labelledby="import-faults">
            <h2 id="import-faults" className="mb-2 text-sm font-semibold">
              Rows that cannot be imported
            </h2>
            <FaultList fileName={staged.fileName} faults={faults} />
          </section>
        )}
        {failure !== null && (
          <p role="alert" className="text-sm text-danger-ink">
            {failure}
          </p>
        )}
      </div>
    </DialogPanel>
  );
}

function Done({
  staged,
  counts,
  onClose,
}: PartProps & { readonly counts: Readonly<Record<string, number>> }) {
  const discard = useMutation(api.imports.discard);
  const [isUndoing, setIsUndoing] = useState(false);
  const { runId, fileName, _id: importId } = staged;
  const close = () => {
    discard({ importId }).catch(reportFault);
    onClose();
  };
  const done = operationCounts(counts);
  if (isUndoing && runId !== undefined)
    return <UndoImport runId={runId} name={fileName} onClose={close} />;
  return (
    <DialogPanel
      title="Imported"
      onClose={close}
      footer={
        <>
          {runId !== undefined && done !== "" && (
            <Button className="mr-auto" onClick={() => setIsUndoing(true)}>
              Undo
            </Button>
          )}
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        </>
      }
    >
      <p role="status" className="wrap-anywhere">
        {fileName}: {done === "" ? "nothing was new." : `${done}.`}
      </p>
      <p className="mt-2 text-sm text-ink-muted">
        Read from {counted(staged.rowCount, "row")}. Recent changes can undo it for{" "}
        {daysText(IMPORT_UNDO_MS)}.
      </p>
    </DialogPanel>
  );
}
