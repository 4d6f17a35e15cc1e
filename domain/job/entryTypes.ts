/** The visits of a job as the calendar, the day and the messages name them. */
export const ENTRY_TYPES = ["estimate", "install"] as const;

export type EntryType = (typeof ENTRY_TYPES)[number];

export const ENTRY_TYPE_LABELS: Readonly<Record<EntryType, string>> = {
  estimate: "Estimate",
  install: "Install",
};
