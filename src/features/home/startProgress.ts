import { useState } from "react";
import { readLocal, writeLocal } from "@/lib/safeStorage";

export const START_STEPS = ["teammate", "prices", "backup", "phone"] as const;

export type StartStep = (typeof START_STEPS)[number];

type Entry = StartStep | "empty";

export interface StartProgress {
  /** Whether this device has shown the doors of the empty office. */
  readonly hasBegun: boolean;
  readonly has: (entry: Entry) => boolean;
  /** Notes what was chosen or is done. Without an entry, that the doors were shown. */
  readonly note: (entry?: Entry) => void;
}

/**
 * What was chosen and done at the start of an office. Kept on the device, because the steps are for the person who sets
 * the office up: their teammates never saw the doors, and see no steps.
 */
export function useStartProgress(workspaceId: string): StartProgress {
  const key = `downspout:start:${workspaceId}`;
  const [stored, setStored] = useState(() => readLocal(key));
  const entries = new Set(stored?.split(" "));
  return {
    hasBegun: stored !== null,
    has: (entry) => entries.has(entry),
    note: (entry) => {
      const next = [...entries, ...(entry ? [entry] : [])].join(" ").trim();
      writeLocal(key, next);
      setStored(next);
    },
  };
}
