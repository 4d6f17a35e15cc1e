import {
  addLines,
  editLines,
  removeLines,
  type EditOfLines,
  type LineChange,
} from "@domain/changes/jobLines";
import { lineName, type LineFields, type LineRow } from "@domain/estimate/lines";
import { orderAfter } from "@domain/estimate/order";
import { randomUuid } from "@/lib/randomUuid";
import { newChange } from "@/offline/outbox/newChange";
import { useChange } from "@/offline/useChange";
import type { Job } from "@/job/jobForm";

/** The changes of the lines of a job, which wait on the device without signal. */
export function useLineChanges(job: Job) {
  const { make } = useChange();
  return {
    /** Adds a line at the end, and returns its client key. */
    add: (lines: readonly LineRow[], fields: LineFields): string => {
      const clientKey = randomUuid();
      const line = { ...fields, clientKey, order: orderAfter(lines) };
      make(newChange(addLines, job, [line]), { name: lineName(fields) });
      return clientKey;
    },
    edit: (lines: readonly LineChange[], edit: EditOfLines) => {
      make(newChange(editLines, job, lines, edit), { name: edit.label });
    },
    remove: (line: LineRow) => {
      const now = { title: "Row removed" };
      make(newChange(removeLines, job, [line]), { name: lineName(line), now });
    },
  };
}

export type LineChanges = ReturnType<typeof useLineChanges>;
