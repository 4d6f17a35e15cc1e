import { CHANGES, changeKindOf } from "../changes/all";
import {
  historyLines,
  ROW_NOUNS,
  type ChangeKind,
  type RecordedWrite,
  type TrashedTable,
} from "./history";
import type { FormatTime } from "./historyValues";
import type { EstimateNote, HandedEstimate } from "../estimate/handed";
import { openedLine, type MessageKind } from "../messages/messageKinds";
import { isOperation, operationCounts, type Operation } from "../calls/operations";
import { formatCount } from "../text/text";

/** An entry of a history, as far as its text needs it. */
export type HistoryTextEntry = {
  readonly kind: ChangeKind | "intake" | "adjustment";
  readonly writes: readonly RecordedWrite[];
  readonly counts?: Readonly<Record<string, number>> | undefined;
  /** The message to a customer, or the estimate, that was opened. */
  readonly message?:
    | {
        readonly kind: MessageKind | EstimateNote;
        readonly customer: string;
        readonly estimate?: Pick<HandedEstimate, "estimateRows" | "total">;
      }
    | undefined;
};

/** Titles of the changes that their fields alone do not explain. */
const TITLES: Readonly<Partial<Record<ChangeKind, string>>> = {
  "inventorySeed.seedDefaults": "Defaults added",
  ...Object.fromEntries(CHANGES.map((each) => [changeKindOf(each), each.title])),
  "changes.undo": "Undo",
};

/** The limit of lines: a tool of Settings may write hundreds of rows. */
const MAX_LINES = 12;

/** What an entry did, one line for each field, such as "Status: New Lead → Approved". */
export function historyText(
  { kind, writes, counts = {}, message }: HistoryTextEntry,
  formatTime: FormatTime,
): string[] {
  if (message !== undefined) return messageLines(message);
  if (kind === "intake" || kind === "adjustment") return [stockLine(kind, counts)];
  if (isOperation(kind)) return [operationLine(kind, counts)];
  const lines = historyLines(writes, formatTime);
  const wholes = CHANGES.flatMap(({ many }) => {
    const count = counts[many?.counted ?? ""];
    return many === undefined || count === undefined ? [] : [many.sentence(count)];
  });
  const isWhole = kind !== "changes.undo" && wholes.length > 0;
  const title = isWhole ? undefined : TITLES[kind];
  return [...(title === undefined ? [] : [title]), ...wholes, ...withinLimit(lines)];
}

function withinLimit(lines: readonly string[]): string[] {
  const more = lines.length - MAX_LINES;
  return [...lines.slice(0, MAX_LINES), ...(more > 0 ? [`and ${more} more`] : [])];
}

/** "Opened the estimate for Ann Field: $1,845.00", then its rows. */
function messageLines({
  kind,
  customer,
  estimate,
}: NonNullable<HistoryTextEntry["message"]>): string[] {
  const isOpened = kind === "estimate";
  if (!isOpened && kind !== "estimate_draft") return [openedLine(kind, customer)];
  const whom = customer === "" ? "" : ` for ${customer}`;
  const { total = "", estimateRows = [] } = estimate ?? {};
  return [
    `${isOpened ? "Opened" : "Wrote"} the estimate${whom}${total === "" ? "" : `: ${total}`}`,
    ...withinLimit(estimateRows),
  ];
}

/** For example "Intake: +10 (5 → 15)". */
function stockLine(
  kind: "intake" | "adjustment",
  { quantity = 0, before = 0, after = 0 }: Readonly<Record<string, number>>,
): string {
  const word = kind === "intake" ? "Intake" : "Adjustment";
  const sign = quantity > 0 ? "+" : "";
  return `${word}: ${sign}${formatCount(quantity)} (${formatCount(before)} → ${formatCount(after)})`;
}

const OPERATION_WORDS: Readonly<Record<Operation, string>> = {
  generate: "Generated fake data",
  deleteCustomersAndJobs: "Deleted customers and jobs",
  deleteInventory: "Deleted inventory",
  deleteAllData: "Deleted all data",
  removeDemoData: "Removed demo data",
  deleteCustomer: "Deleted a customer",
  dedupe: "Deduplicated customers",
  merge: "Merged customers",
  removeObtainedDate: "Removed obsolete obtained date",
  undoRun: "Restored",
  import: "Imported",
};

/** What an undo of the run names, such as "Deleted a customer: Ann Field". */
export function undoneRunLabel(kind: ChangeKind, subjectLabel: string): string {
  const words = isOperation(kind) ? OPERATION_WORDS[kind] : "";
  return [words, subjectLabel].filter(Boolean).join(": ");
}

function operationLine(operation: Operation, counts: Readonly<Record<string, number>>): string {
  const done = operationCounts(counts);
  const words = OPERATION_WORDS[operation];
  return done === "" ? words : `${words}: ${done}`;
}

/** The name of a row in the trash, by its table, as shown to the person. */
export const TRASH_NOUNS: Readonly<Record<TrashedTable, string>> = {
  ...ROW_NOUNS,
  inventoryColorStock: "Stock",
  inventoryItemStock: "Stock",
  inventoryTxns: "Stock transaction",
  files: "Photo or drawing",
};
