/** Changes of the lines of a job, each by itself, so that two people can change one job at once. */
import type { LineFields, LineRow } from "../estimate/lines";
import { QUANTITY_OF_LINE, unitInput } from "../estimate/units";
import { CHANGED_LISTS, MAX_LINES } from "../calls/inputLimits";
import { optional, parseInput } from "../calls/inputRules";
import { ROW_EXISTS } from "../calls/intents";
import { MAX_QUANTITY } from "../stock/inventoryInput";
import { requiredText } from "../calls/limitedText";
import { amountUpTo, wholeNumberWithin } from "../calls/numberInput";
import { ITEM_PRICE_OUT_OF_RANGE, MAX_ITEM_PRICE } from "../stock/priceInput";
import { invalidData, notFoundData, Refusal } from "../calls/refusals";
import { nameLine } from "../text/oneLine";
import { counted } from "../text/text";
import { ofEach, requireJob, type Change } from "./change";
import { clearNulls } from "./fields";
import type { JobRow, LineWrite, Rows } from "./rows";
import { jobSubject, type NamedJob } from "./subjects";

/** Null stands for a value that the line lacks. */
type Given<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | null };

interface NewLine
  extends
    Given<Omit<LineFields, "name" | "quantity">>,
    Pick<LineRow, "name" | "quantity" | "clientKey" | "order"> {}

/** A missing field stays as it is; null clears it. */
export interface LineChange
  extends
    Given<Partial<Omit<NewLine, "name" | "quantity" | "order" | "clientKey">>>,
    Partial<Pick<NewLine, "name" | "quantity" | "order">> {
  readonly clientKey: string;
}

export const LINE_TEXT_REQUIRED = "Enter what the row is for.";
export const PUT_BACK_FIRST = "Put back what was taken from stock for this row, then remove it.";

export const newLineInput = {
  name: requiredText("name", LINE_TEXT_REQUIRED, nameLine),
  quantity: wholeNumberWithin(1, MAX_QUANTITY, QUANTITY_OF_LINE),
  price: optional(amountUpTo(MAX_ITEM_PRICE, ITEM_PRICE_OUT_OF_RANGE)),
  pieceFeet: optional(unitInput.pieceFeet),
};

export const lineChange = {
  ...newLineInput,
  name: optional(newLineInput.name),
  quantity: optional(newLineInput.quantity),
};

interface LinesArgs<Line> {
  /** The job's id or client key. */
  readonly id: string;
  readonly lines: readonly Line[];
}

const WRITE = { kind: "set", table: "lines" } as const;

const OF_LINES = {
  reads: ({ id }: { readonly id: string }) => ({ job: id, linesOfJob: true }),
  values: ({ lines }: LinesArgs<Pick<LineRow, "clientKey">>) =>
    lines.map(({ clientKey }) => clientKey),
};

export const addLines = {
  call: "lines:add",
  ...OF_LINES,
  apply: (rows, { id, lines }) => writesOfNew(readJob(rows, id), "lines", lines),
  make: (job: NamedJob, lines: readonly NewLine[]) => changeOf(job, { lines }, namesOf(lines)),
} satisfies Change<LinesArgs<NewLine>>;

function writesOfNew(
  { job, known }: LinesOfJob,
  list: "lines" | "added",
  lines: readonly NewLine[],
): LineWrite[] {
  if (known.length + lines.length > MAX_LINES)
    throw new Refusal(invalidData(list, CHANGED_LISTS.lines.sentence));
  return ofEach(list, lines, (line, at): LineWrite[] => {
    const earlier = [...known, ...lines.slice(0, at)];
    if (earlier.some(({ clientKey }) => clientKey === line.clientKey))
      throw new Refusal({ code: "CONFLICT", message: ROW_EXISTS });
    const fields = clearNulls({ ...line, ...parseInput(newLineInput, line) });
    return [{ ...WRITE, job, row: null, fields }];
  });
}

interface EditArgs extends LinesArgs<LineChange> {
  /** Lines that take over a part of a changed one: they are added with its change or not at all. */
  readonly added?: readonly NewLine[] | undefined;
  /** The fields as the person saw them, null where empty; only if the change has a single line. */
  readonly base?: Readonly<Record<string, unknown>> | undefined;
}

export interface EditOfLines {
  /** What a person calls the change, such as the name of its line. */
  readonly label: string;
  /** The line as the person saw it; only if the change has a single line. */
  readonly seen?: Partial<Given<LineFields>> | undefined;
  readonly added?: readonly NewLine[] | undefined;
}

/** Gives lines other values, or another place. */
export const editLines = {
  call: "lines:edit",
  reads: OF_LINES.reads,
  values: ({ lines, added = [] }) => [...lines, ...added].map(({ clientKey }) => clientKey),
  apply: (rows, { id, lines, added = [] }) => {
    const { job, known } = readJob(rows, id);
    // A line may be named twice.
    let written = known;
    const edits = ofEach("lines", lines, (edit): LineWrite[] => {
      const { clientKey, ...line } = edit;
      const row = requireLine(written, clientKey);
      const fields = clearNulls({ ...line, ...parseInput(lineChange, line) });
      written = written.map((each) => (each === row ? { ...row, ...fields } : each));
      return [{ ...WRITE, job, row, fields }];
    });
    if (added.length === 0) return edits;
    return [...edits, ...writesOfNew({ job, known }, "added", added)];
  },
  answer: ({ replaced }) => replaced && { replaced },
  make: (job: NamedJob, lines: readonly LineChange[], { label, seen, added }: EditOfLines) => {
    const [{ clientKey: _key, ...fields } = { clientKey: "" }] = lines;
    const names = Object.keys(fields) as (keyof LineFields)[];
    const base = seen && Object.fromEntries(names.map((name) => [name, seen[name] ?? null]));
    const args = { lines, ...(base && { base }), ...(added && { added }) };
    return changeOf(job, args, label);
  },
} satisfies Change<EditArgs>;

interface RemoveArgs {
  readonly id: string;
  readonly keys: readonly string[];
}

/** Removes lines. A line that somebody else has removed meanwhile is no error. */
export const removeLines = {
  call: "lines:remove",
  reads: OF_LINES.reads,
  apply: (rows, { id, keys }) => {
    const { job, known } = readJob(rows, id);
    return ofEach("keys", keys, (key): LineWrite[] => {
      const row = known.find(({ clientKey }) => clientKey === key);
      if (row?.taken) throw new Refusal({ code: "CONFLICT", message: PUT_BACK_FIRST });
      return row ? [{ ...WRITE, job, row, fields: null }] : [];
    });
  },
  values: ({ keys }) => keys,
  make: (job: NamedJob, lines: readonly LineRow[]) => {
    const keys = lines.map(({ clientKey }) => clientKey);
    return changeOf(job, { keys }, `${namesOf(lines)} removed`);
  },
} satisfies Change<RemoveArgs>;

/** The arguments that create a job hold no lines: a waiting job's lines are sent after it. */
export function changeOf<Args extends object>(job: NamedJob, args: Args, label: string) {
  const subject = jobSubject(job);
  return { args: { id: subject.key, ...args }, subject, field: null, label };
}

function namesOf(lines: readonly Pick<LineFields, "name">[]): string {
  const [line] = lines;
  return line && lines.length === 1 ? line.name : counted(lines.length, "row");
}

interface LinesOfJob {
  readonly job: JobRow;
  readonly known: readonly LineRow[];
}

export function readJob(rows: Rows, id: string): LinesOfJob {
  const job: JobRow = requireJob(rows, id);
  return { job, known: rows.lines?.(job) ?? [] };
}

function requireLine(known: readonly LineRow[], key: string): LineRow {
  const line = known.find(({ clientKey }) => clientKey === key);
  if (line === undefined) throw new Refusal(notFoundData("row", "lines"));
  return line;
}
