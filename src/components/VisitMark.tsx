import { clsx } from "clsx";
import type { EntryType } from "@domain/job/entryTypes";

/** Borders, which forced colors keep visible. */
const MARKS: Readonly<Record<EntryType, string>> = {
  estimate: "rounded-full border-entry-dark-red",
  install: "rounded-[1px] border-entry-orange",
};

interface VisitMarkProps {
  readonly type: EntryType;
  readonly isSmall?: boolean;
}

/** The mark beside the word for a visit, in its color on all screens: round for an estimate, square for an install. */
export function VisitMark({ type, isSmall = false }: VisitMarkProps) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "inline-block shrink-0 print:hidden",
        isSmall ? "size-1 border-2" : "size-2 border-4",
        MARKS[type],
      )}
    />
  );
}
