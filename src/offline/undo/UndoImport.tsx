import { useAction } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { undoLine } from "@domain/imports/findings";
import { formatCount } from "@domain/text/text";
import { Button } from "@/components/ui/Button";
import { DialogPanel } from "@/components/ui/Dialog";
import { LoadingData } from "@/components/ui/LoadingData";
import { reportFault, toAppError } from "@/lib/appErrors";
import { beginPendingWork } from "@/lib/pendingWork";

type Preview = FunctionReturnType<typeof api.imports.undoCounts>;

interface UndoImportProps {
  readonly runId: Id<"changes">;
  /** The name of the file. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Says what the undo of an import removes and keeps, then does it. */
export function UndoImport({ runId, name, onClose }: UndoImportProps) {
  const count = useAction(api.imports.undoCounts);
  const undo = useAction(api.changes.undoRun);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isUndoing, setIsUndoing] = useState(false);
  const [isUndone, setIsUndone] = useState(false);
  const fail = (thrown: unknown) => {
    reportFault(thrown);
    setFailure(toAppError(thrown).message);
  };
  const onFailedCount = useEffectEvent(fail);
  useEffect(() => {
    count({ id: runId }).then(setPreview, (thrown: unknown) => onFailedCount(thrown));
  }, [count, runId]);
  const run = async () => {
    setIsUndoing(true);
    setFailure(null);
    const endWork = beginPendingWork("unsaved");
    try {
      await undo({ id: runId });
      setIsUndone(true);
    } catch (thrown) {
      fail(thrown);
    }
    endWork();
    setIsUndoing(false);
  };
  const isReady = preview !== null && !isUndone;
  return (
    <DialogPanel
      title={`Undo the import of ${name}`}
      onClose={onClose}
      footer={
        <>
          <Button className="mr-auto" onClick={onClose}>
            Close
          </Button>
          {isReady && (
            <Button variant="danger" busy={isUndoing} onClick={() => void run()}>
              Undo the import
            </Button>
          )}
        </>
      }
    >
      {preview === null && failure === null && (
        <LoadingData what="What would be removed" className="my-6" />
      )}
      {preview !== null && (
        <div className="flex flex-col gap-4">
          <p role="status">{undoLine(preview.removed, isUndone)}</p>
          <KeptRows preview={preview} />
        </div>
      )}
      {failure !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {failure}
        </p>
      )}
    </DialogPanel>
  );
}

function KeptRows({ preview: { kept, keptCount } }: { readonly preview: Preview }) {
  if (keptCount === 0) return null;
  const more = keptCount - kept.length;
  return (
    <section aria-labelledby="kept-rows" className="text-sm">
      <h2 id="kept-rows" className="mb-2 font-semibold">
        Kept, because people have worked with them:{" "}
        <span className="tabular-nums">{formatCount(keptCount)}</span>
      </h2>
      <ul className="flex flex-col gap-1">
        {kept.map(({ label, reason }, at) => (
          <li key={at} className="wrap-anywhere">
            {label}: <span className="text-ink-muted">{reason}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1 text-ink-muted">And {formatCount(more)} more.</p>}
    </section>
  );
}
