/**
 * Takes what a job is made of from stock, and puts it back. Lines say what was taken of them, and the server moves the
 * stock by the difference.
 */
import type { LineRow, Taken } from "../estimate/lines";
import { COIL_SKU, stockName } from "../estimate/needs";
import { missingOf, putBack, takeFromStock, type StockPlan } from "../estimate/stock";
import { inOrder } from "../estimate/order";
import { quantityText } from "../estimate/units";
import { parseInput } from "../calls/inputRules";
import { wholeNumberWithin } from "../calls/numberInput";
import { MAX_WASTE_PERCENT } from "../job/officeSettings";
import type { Change } from "./change";
import { changeOf, readJob } from "./jobLines";
import type { JobRow, LineStock, LineWrite, Rows, Write } from "./rows";
import type { NamedJob } from "./subjects";

/** For a device, which does not know the stock: the server's result says what is missing. */
export const UNKNOWN_STOCK: LineStock = {
  coil: { _id: COIL_SKU, name: "Gutter Coil" },
  countsAt: () => [{ name: "", quantity: Infinity }],
};

/** Lines as the server has them: what waits on a device to be taken names the coil by its SKU. */
export function withCoil<Line extends Taken>(
  lines: readonly Line[],
  coil: LineStock["coil"],
): Line[] {
  return lines.map((line) =>
    line.takenItem === COIL_SKU && coil ? { ...line, takenItem: coil._id } : line,
  );
}

export const WASTE_OUT_OF_RANGE = `Enter from 0 to ${MAX_WASTE_PERCENT} percent.`;

const input = {
  wastePercent: wholeNumberWithin(0, MAX_WASTE_PERCENT, WASTE_OUT_OF_RANGE),
};

interface TakeArgs {
  /** The job's id or client key. */
  readonly id: string;
  /** How much of the gutter coil is cut off as waste. */
  readonly wastePercent: number;
}

/** Takes what the lines need beyond what was taken of them before: a second time takes nothing. */
export const takeLines = {
  call: "lines:take",
  reads: ({ id }) => ({ job: id, linesOfJob: true, stockOfLines: true }),
  apply: (rows, args) => {
    const { job, lines, office, countsAt } = takingOf(rows, args);
    return writesOf(job, takeFromStock(lines, office, countsAt));
  },
  // What was not there, as the writes left it.
  answer: ({ rows, args, writes }) => {
    const { lines, office } = takingOf(rows, args);
    const after = lines.map((line) => ({ ...line, ...fieldsOf(writes, line) }));
    return {
      left: missingOf(after, office).map(
        ({ line, quantity }) => `${quantityText(quantity, line.unit)} ${stockName(line, office)}`,
      ),
    };
  },
  isSeparate: () => true,
  make: (job: NamedJob, wastePercent: number) =>
    changeOf(job, { wastePercent }, "Taken from stock"),
} satisfies Change<TakeArgs>;

/** Puts all back that was taken, also for a job that was deleted. */
export const putBackLines = {
  call: "lines:putBack",
  reads: ({ id }) => ({ job: id, linesOfJob: true, mayBeDeleted: true }),
  apply: (rows, { id }) => {
    const { job, known } = readJob(rows, id);
    return writesOf(job, putBack(known));
  },
  isSeparate: () => true,
  make: (job: NamedJob) => changeOf(job, {}, "Put back in stock"),
} satisfies Change<{ readonly id: string }>;

function takingOf(rows: Rows, { id, wastePercent: given }: TakeArgs) {
  const { job, known } = readJob(rows, id);
  const { wastePercent } = parseInput(input, { wastePercent: given });
  const { coil, countsAt } = rows.lineStock ?? UNKNOWN_STOCK;
  return {
    job,
    lines: inOrder(known),
    office: { coil, wastePercent },
    countsAt,
  };
}

/** What the writes change of a line. */
function fieldsOf(writes: readonly Write[], { _id }: LineRow): Taken | null {
  for (const write of writes)
    if (write.kind === "set" && write.table === "lines" && write.row !== null)
      if (write.row._id === _id) return write.fields;
  return null;
}

function writesOf(job: JobRow, { taken }: StockPlan<LineRow>): LineWrite[] {
  return taken.map(({ line, taken: fields }) => ({
    ...{ kind: "set", table: "lines", job, row: line, fields },
  }));
}
