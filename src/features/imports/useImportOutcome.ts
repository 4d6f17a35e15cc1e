import { useEffect, useState } from "react";
import type { ImportChoices, ImportOutcome } from "@domain/imports/normalize";
import { reportFault } from "@/lib/appErrors";
import type { ImportSession } from "./importSession";

interface Applied {
  readonly choices: ImportChoices;
  readonly outcome: ImportOutcome;
}

/** The rows that the worker makes of the file. While it works, the rows of the previous choices are shown. */
export function useImportOutcome(session: ImportSession, choices: ImportChoices) {
  const [applied, setApplied] = useState<Applied | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    session.apply(choices).then(
      (outcome) => {
        if (isCurrent) setApplied({ choices, outcome });
      },
      (error: unknown) => {
        reportFault(error);
        if (isCurrent) setHasFailed(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [session, choices]);
  return {
    outcome: applied?.outcome ?? null,
    isCurrent: applied?.choices === choices,
    hasFailed,
  };
}
