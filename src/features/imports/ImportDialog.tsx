import { useEffect, useState } from "react";
import type { ImportChoices, ImportOutcome } from "@domain/imports/normalize";
import { MAX_IMPORT_BYTES } from "@domain/imports/rows";
import type { FileRefusal } from "@domain/imports/table";
import { DialogFrame } from "@/components/ui/Dialog";
import { reportFault } from "@/lib/appErrors";
import { requestedImport } from "@/lib/openImport";
import { CheckImport } from "./CheckImport";
import { ChooseFile } from "./ChooseFile";
import type { FileSummary, ImportSession } from "./importSession";
import { ImportReview } from "./ImportReview";
import { ImportRun } from "./ImportRun";
import { openImportSession } from "./openImportSession";
import { TOO_LARGE } from "./refusals";

/** The person's decisions about the file, and the rows that result. */
interface Checked {
  readonly choices: ImportChoices;
  readonly outcome: ImportOutcome;
}

/** Reads a file of another program, shows how it will be imported, and passes its rows on to the import. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const [chosen, setChosen] = useState(requestedImport);
  const [read, setRead] = useState<ReadFile | FileRefusal | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const [isContinued, setIsContinued] = useState(false);
  useEffect(() => {
    if (chosen === null) return undefined;
    const session = openImportSession();
    let isCurrent = true;
    void readChosen(session, chosen).then((result) => {
      if (isCurrent) setRead(result);
    });
    return () => {
      isCurrent = false;
      session.close();
    };
  }, [chosen]);

  const choose = (file: File | null) => {
    setChosen(file);
    setRead(null);
    setChecked(null);
  };

  if (isContinued)
    return (
      <DialogFrame size="large">
        <ImportReview faults={[]} onClose={onClose} onBack={() => setIsContinued(false)} />
      </DialogFrame>
    );
  if (read === null || "refusal" in read || chosen === null)
    return (
      <DialogFrame size="large">
        <ChooseFile
          reading={read === null ? (chosen?.name ?? null) : null}
          refusal={read !== null && "refusal" in read ? read.refusal : null}
          onChoose={choose}
          onContinue={() => setIsContinued(true)}
          onCancel={() => choose(null)}
          onClose={onClose}
        />
      </DialogFrame>
    );
  return (
    <DialogFrame size={isRunning ? "large" : "wide"}>
      {isRunning && checked !== null ? (
        <ImportRun
          fileName={chosen.name}
          kind={checked.choices.kind}
          rows={checked.outcome.rows}
          faults={checked.outcome.faults}
          onClose={onClose}
          onBack={() => setIsRunning(false)}
        />
      ) : (
        <CheckImport
          {...read}
          name={chosen.name}
          start={checked?.choices ?? null}
          onBack={() => choose(null)}
          onClose={onClose}
          onContinue={(choices, outcome) => {
            setChecked({ choices, outcome });
            setIsRunning(true);
          }}
        />
      )}
    </DialogFrame>
  );
}

interface ReadFile {
  readonly summary: FileSummary;
  readonly session: ImportSession;
}

const UNREADABLE = "The file could not be read. Try again.";

async function readChosen(session: ImportSession, file: File): Promise<ReadFile | FileRefusal> {
  if (file.size > MAX_IMPORT_BYTES) return { refusal: TOO_LARGE };
  try {
    const summary = await session.read(file);
    return "refusal" in summary ? summary : { summary, session };
  } catch (error) {
    reportFault(error);
    return { refusal: UNREADABLE };
  }
}
