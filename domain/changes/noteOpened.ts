import { openedLine, type MessageKind } from "../messages/messageKinds";
import { notFoundData, Refusal } from "../calls/refusals";
import type { Change } from "./change";
import type { Subject } from "./subjects";

interface OpenedArgs {
  /** A job by its id or client key, or a customer by the readable id. */
  readonly subject: string;
  readonly message: MessageKind;
}

/**
 * Notes in the history of a job, or of a customer, that a person opened a message in their message app. Whether it was
 * sent is not known.
 */
export const noteOpened = {
  call: "messages:noteOpened",
  reads: ({ subject }) => ({ jobs: [subject], customers: [subject] }),
  apply: (rows, { subject, message }) => {
    const job = rows.job(subject);
    const row = job ?? rows.customer(subject);
    if (row === undefined) throw new Refusal(notFoundData("job", "subject"));
    const of = job === undefined ? "customers" : "jobs";
    return [{ kind: "note", table: "messages", of, row, message }];
  },
  values: () => [],
  isUndoable: false,
  /** `id` names the row in the call, and `subject` in the list of what waits. */
  make: (subject: Subject, id: string, message: MessageKind) => ({
    args: { subject: id, message },
    subject,
    field: null,
    label: openedLine(message, ""),
  }),
} satisfies Change<OpenedArgs>;
