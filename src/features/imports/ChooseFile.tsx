import { clsx } from "clsx";
import { useId, useState, type DragEvent } from "react";
import { Button } from "@/components/ui/Button";
import { buttonClass } from "@/components/ui/buttonClass";
import { DialogPanel } from "@/components/ui/Dialog";
import { Spinner } from "@/components/ui/Spinner";
import { OfferedImport } from "./OfferedImport";

const ACCEPTED = ".csv,.tsv,.txt,.vcf,text/csv,text/tab-separated-values,text/vcard";

interface ChooseFileProps {
  /** The name of the file that is being read. */
  readonly reading: string | null;
  /** Why the last file cannot be imported. */
  readonly refusal: string | null;
  readonly onChoose: (file: File) => void;
  /** Continues with the file that the server keeps from before. */
  readonly onContinue: () => void;
  readonly onCancel: () => void;
  readonly onClose: () => void;
}

export function ChooseFile(props: ChooseFileProps) {
  const { reading, refusal, onChoose, onContinue, onCancel, onClose } = props;
  return (
    <DialogPanel
      title="Import customers and jobs"
      description="From a CSV or TSV file with customers or jobs, or a vCard file with contacts. Nothing is changed before you confirm it."
      onClose={onClose}
    >
      {reading === null && <OfferedImport onContinue={onContinue} />}
      {reading === null ? (
        <DropArea refusal={refusal} onChoose={onChoose} />
      ) : (
        <div className="flex min-h-44 flex-col items-center justify-center gap-4">
          <p role="status" className="flex max-w-full items-center gap-3">
            <Spinner label={null} className="size-5" />
            <span className="min-w-0 wrap-anywhere">Reading {reading}...</span>
          </p>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      )}
      <p className="mt-4 text-sm text-ink-muted">
        The columns of most programs are recognized by their titles. In the next step you see what
        each becomes, and can change it.
      </p>
    </DialogPanel>
  );
}

function DropArea({ refusal, onChoose }: Pick<ChooseFileProps, "refusal" | "onChoose">) {
  const hint = useId();
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onChoose(file);
  };
  return (
    <div
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={clsx(
        "flex min-h-44 flex-col items-center justify-center gap-3 rounded-xl border-2 border-dashed px-4 py-6 text-center transition-colors",
        isOver ? "border-accent-ink bg-accent-tint" : "border-line",
      )}
    >
      {refusal !== null && (
        <p role="alert" className="max-w-prose text-sm text-danger-ink">
          {refusal}
        </p>
      )}
      <label
        className={clsx(
          buttonClass("primary"),
          "cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink",
        )}
      >
        Choose a file
        <input
          type="file"
          accept={ACCEPTED}
          aria-describedby={hint}
          className="sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // Reset, so that choosing the same file again fires a change event.
            target.value = "";
            if (file) onChoose(file);
          }}
        />
      </label>
      <p id={hint} className="text-sm text-ink-muted">
        Or drop it here. At most 20 MB and 50,000 rows.
      </p>
    </div>
  );
}
