/** The lines of a job as they will be once the waiting changes of this device are on the server. */
import type { OutboxItem } from "convex-outbox";
import { LINE_CHANGES } from "@domain/changes/ofLines";
import type { JobRow, LineWrite, Rows } from "@domain/changes/rows";
import type { LineRow } from "@domain/estimate/lines";
import { inOrder } from "@domain/estimate/order";
import { Refusal } from "@domain/calls/refusals";
import { noRow } from "./shownRows";

/** The lines in their order. A change that the server would refuse for these lines is skipped. */
export function shownLines(
  job: JobRow,
  lines: readonly LineRow[],
  waiting: readonly OutboxItem[],
): LineRow[] {
  let shown = lines;
  const rows: Rows = {
    job: (id) => (id === job._id || id === job.clientKey ? job : undefined),
    lines: () => shown,
    ...{ customer: noRow, item: noRow, color: noRow },
  };
  for (const { call, args } of waiting) {
    const change = LINE_CHANGES.find((each) => each.call === call);
    if (change === undefined) continue;
    try {
      const writes = change.apply(rows, args as never, { customerId: "" });
      for (const write of writes)
        if (write.kind === "set" && write.table === "lines") shown = withWrite(shown, write);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return inOrder(shown);
}

function withWrite(lines: readonly LineRow[], { row, fields }: LineWrite): readonly LineRow[] {
  if (row === null) return [...lines, { _id: fields.clientKey, ...fields }];
  const others = lines.filter(({ _id }) => _id !== row._id);
  return fields === null ? others : [...others, { ...row, ...fields }];
}
