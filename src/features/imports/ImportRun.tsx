import { useMutation } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "@convex/_generated/api";
import { chunksOf } from "@domain/imports/chunks";
import { storable } from "@domain/calls/inputLimits";
import type { ImportKind, ImportRow, RowFault } from "@domain/imports/rows";
import { reportFault, toAppError } from "@/lib/appErrors";
import { beginPendingWork } from "@/lib/pendingWork";
import { ImportProgress } from "./ImportProgress";
import { ImportReview } from "./ImportReview";

interface ImportRunProps {
  readonly fileName: string;
  readonly kind: ImportKind;
  readonly rows: readonly ImportRow[];
  readonly faults: readonly RowFault[];
  readonly onClose: () => void;
  readonly onBack: () => void;
}

/** Sends the rows of a file to the server, which keeps them for a day, and then shows the check. */
export function ImportRun(props: ImportRunProps) {
  const { fileName, faults, onClose, onBack } = props;
  const sending = useSending(props);
  if (sending.part === 1) return <ImportReview faults={faults} onClose={onClose} onBack={onBack} />;
  return (
    <ImportProgress {...sending} label={`Sending ${fileName}`} onBack={onBack} onClose={onClose} />
  );
}

/** Sends the chunks one after another. `part` is the progress from 0 to 1. */
function useSending({ fileName, kind, rows }: ImportRunProps) {
  const begin = useMutation(api.imports.begin);
  const stage = useMutation(api.imports.stage);
  const [part, setPart] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [chunks] = useState(() => chunksOf(rows));
  const [file] = useState(() => ({
    kind,
    fileName: storable(fileName.slice(-255)),
    rowCount: rows.length,
    chunkCount: chunks.length,
  }));
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const send = async () => {
      const importId = await begin(file);
      for (const [index, text] of chunks.entries()) {
        if (!isCurrent) return;
        await stage({ importId, index, rows: text });
        if (isCurrent) setPart((index + 1) / chunks.length);
      }
    };
    const endWork = beginPendingWork("unsaved");
    send()
      .catch((thrown: unknown) => {
        reportFault(thrown);
        if (isCurrent) setFailure(toAppError(thrown).message);
      })
      .finally(endWork);
    return () => {
      isCurrent = false;
    };
  }, [attempt, begin, stage, file, chunks]);
  const onRetry = () => {
    setFailure(null);
    setPart(0);
    setAttempt((count) => count + 1);
  };

  return { part, failure, onRetry };
}
