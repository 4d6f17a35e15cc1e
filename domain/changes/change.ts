/**
 * A change is something a person does that may wait on a device. One definition says all of it: the server runs it to
 * write the change, and the page to make it, to show it while it waits, and to say it in words.
 */
import { CHANGED_LISTS, type ChangedList } from "../calls/inputLimits";
import { inRowData, invalidData, notFoundData, Refusal } from "../calls/refusals";
import type { CustomerRow, JobFields, JobRow, Reads, Rows, Write } from "./rows";
import type { JobKey, Subject } from "./subjects";

/** Values that the definition of a change cannot compute. */
export interface Made {
  /** The id of a customer whom the change creates. */
  readonly customerId: string;
}

/** A change as a screen makes it. The outbox gives it an id and its time. */
export interface NewChange<Args> {
  readonly args: Args;
  readonly subject: Subject;
  /** A later change of the same field replaces one that was never sent. Null for a change that none replaces. */
  readonly field: string | null;
  /** What a person calls the change, such as "Price". */
  readonly label: string;
  /** The job that the change creates. */
  readonly creates?: JobKey;
  /** Keys of rows that the change needs or writes too: it is sent after earlier changes of them. */
  readonly needs?: readonly string[];
  /** What screens show of a created row beside its arguments. */
  readonly shows?: Readonly<Record<string, string>>;
}

/** What follows from the arguments of a change, wherever it was made. */
export interface Definition<Args> {
  /** The public function that makes the change. */
  readonly call: `${string}:${string}`;
  readonly reads: (args: Args) => Reads;
  /**
   * The writes, in order. Pure: the same rows and arguments give the same writes.
   *
   * @throws Refusal if the server would refuse the change for these rows.
   */
  readonly apply: (rows: Rows, args: Args, made: Made) => readonly Write[];
  /**
   * The names of the values that the change writes, for its order among the changes of its rows. Without it, the change
   * may write any value of them.
   */
  readonly values?: (args: Args) => readonly string[];
  /** Whether the present value may prevent the change: it then replaces no change that waits before it. */
  readonly isConditional?: (args: Args) => boolean;
  /** The result of the function; null if this is missing. */
  readonly answer?: (done: {
    readonly args: Args;
    /** The rows before the writes. */
    readonly rows: Rows;
    readonly writes: readonly Write[];
    /** The ids of the inserted rows, in the order of the writes. */
    readonly ids: readonly string[];
    /** The values that the change replaced although the person had not seen them; null if there are none. */
    readonly replaced: object | null;
  }) => unknown;
  /** The tables in which the change inserts a row, and the client key of these rows. */
  readonly creates?: (args: Args) => {
    readonly clientKey: string | undefined;
    readonly tables: readonly ("jobs" | "customers")[];
  };
  /** The UUID of several calls that one undo takes back. */
  readonly batch?: (args: Args) => string | undefined;
  /** Whether a change whose id was applied before is a repetition even if its arguments differ. */
  readonly isSameById?: true;
  /** Whether one undo takes back this change alone, and no successive one with it. */
  readonly isSeparate?: (args: Args) => boolean;
  /** False for a change that leaves nothing to restore. */
  readonly isUndoable?: false;
  /** The history's title of a change that its fields alone do not explain. */
  readonly title?: string;
  /** A change of many rows, of which the server may leave some as they are. */
  readonly many?: ManyRows<Args>;
}

export interface Change<Args> extends Definition<Args> {
  /** The change that a screen makes, from what it shows. Null if there is nothing to change. */
  readonly make: (...input: never[]) => NewChange<Args> | null;
}

/** A change whose arguments are JSON: this page, or an earlier release, has written them. */
type StoredChange<Call extends string> = Definition<never> & {
  readonly call: Call;
};

/** Keeps the calls of the changes apart in their type, and leaves out their arguments. */
export function listed<Call extends string>(
  changes: readonly StoredChange<Call>[],
): readonly StoredChange<Call>[] {
  return changes;
}

/** The words of a change of many rows. */
interface ManyRows<Args> {
  /** The name under which the history counts the changed rows. */
  readonly counted: string;
  /** The line of the history, for example "3 visits moved". */
  readonly sentence: (count: number) => string;
  readonly list: (args: Args) => readonly { readonly id: string }[];
  readonly noun: string;
  readonly done: string;
  /** How somebody else has changed the row, for example "moved it to 3:00 PM". Null if that is not known. */
  readonly present: (
    row: JobRow,
    id: string,
    how: { readonly args: Args; readonly formatTime: (at: number) => string },
  ) => string | null;
}

export function requireJob(rows: Rows, id: string): JobRow {
  const job = rows.job(id);
  if (job === undefined) throw new Refusal(notFoundData("job", "id"));
  return job;
}

export function requireCustomer(rows: Rows, id: string): CustomerRow {
  const customer = rows.customer(id);
  if (customer === undefined) throw new Refusal(notFoundData("customer", "job_customer_id"));
  return customer;
}

/** The results of all rows of a list, in order. A refusal names its row; an empty list is refused. */
export function ofEach<Row, Result>(
  list: ChangedList,
  rows: readonly Row[],
  resultsOf: (row: Row, at: number) => readonly Result[],
): Result[] {
  if (rows.length === 0) throw new Refusal(invalidData(list, CHANGED_LISTS[list].sentence));
  return rows.flatMap((row, at) => {
    try {
      return resultsOf(row, at);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new Refusal(inRowData(error.data, { list, at, of: rows.length }));
    }
  });
}

/** Which of several named jobs the writes leave as they are: those that somebody else has changed or deleted. */
export function leftJobs(
  jobs: readonly { readonly id: string; readonly field?: keyof JobFields }[],
  writes: readonly Write[],
): string[] {
  return jobs
    .filter(
      ({ id, field }) =>
        !writes.some(
          (write) =>
            write.kind === "patch" &&
            write.table === "jobs" &&
            (write.row._id === id || write.row.clientKey === id) &&
            (field === undefined || field in write.fields),
        ),
    )
    .map(({ id }) => id);
}
