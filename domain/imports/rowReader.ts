/** One row of a mapped table: the texts of its fields, what no field holds, and why it cannot be imported. */
import { isStorable, textRefusal, type LimitedText } from "../inputLimits";
import { parseMoney } from "../money";
import { MAX_NAME_LENGTH } from "./chunks";
import type { ColumnTarget, ImportField } from "./fields";
import type { Leftover, RowFault } from "./rows";
import type { TableRow } from "./table";

/** The columns of a table by what becomes of them. */
export interface Columns {
  readonly titles: readonly string[];
  readonly byField: ReadonlyMap<ImportField, number>;
  readonly kept: readonly number[];
}

/** Of two columns with the same field, the first fills it and the other is kept. */
export function columnsOf(
  titles: readonly string[],
  targets: readonly ColumnTarget[],
): Columns {
  const byField = new Map<ImportField, number>();
  const kept: number[] = [];
  targets.slice(0, titles.length).forEach((target, index) => {
    if (target === "skip") return;
    if (target === "keep" || byField.has(target)) kept.push(index);
    else byField.set(target, index);
  });
  return { titles, byField, kept };
}

export const CELL_NOT_STORABLE =
  "Remove the characters from this cell that cannot be saved.";

/** What spreadsheets show instead of 0, " $-   ", and databases instead of no date. */
const NOTHING = /^(?:[\s$–—-]*|0000-00-00(?: 00:00:00)?)$/;

/** The parts of a cell with several values, trimmed, without blank ones. */
export function partsBetween(separator: RegExp, text: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

interface Refusal {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export class RowReader {
  readonly line: number;
  readonly leftovers: Leftover[] = [];
  readonly faults: RowFault[] = [];
  readonly #row: TableRow;
  readonly #columns: Columns;

  constructor(row: TableRow, columns: Columns) {
    this.line = row.line;
    this.#row = row;
    this.#columns = columns;
    for (const index of columns.kept)
      this.leave(columns.titles[index] ?? "", row.cells[index] ?? "");
    for (const index of [...columns.byField.values(), ...columns.kept])
      if (!isStorable(row.cells[index] ?? ""))
        this.#faultAt(columns.titles[index], CELL_NOT_STORABLE);
  }

  has(field: ImportField): boolean {
    return this.#columns.byField.has(field);
  }

  /** "" for a field that no column fills. */
  text(field: ImportField): string {
    const index = this.#columns.byField.get(field);
    return index === undefined ? "" : (this.#row.cells[index] ?? "");
  }

  /** Keeps a text under the title of the field's column. */
  leaveField(field: ImportField, text: string): void {
    this.leave(this.#titleOf(field) ?? "", text);
  }

  leave(label: string, text: string): void {
    if (text.trim() !== "") this.leftovers.push({ label, text: text.trim() });
  }

  fault(sentence: string, field?: ImportField): void {
    const column = field === undefined ? undefined : this.#titleOf(field);
    this.#faultAt(column, sentence);
  }

  #faultAt(column: string | undefined, sentence: string): void {
    const { line } = this;
    this.faults.push({
      line,
      ...(column !== undefined && { column }),
      sentence,
    });
  }

  /** The faults that a rule of the domain finds; `fields` names the column of each of its values. */
  refuse(
    refusals: readonly Refusal[],
    fields: Readonly<Record<string, ImportField>>,
  ): void {
    for (const { path, message } of refusals)
      this.fault(message, fields[String(path[0])]);
  }

  /** Whether the text may be stored; else the row has a fault. */
  allows(limit: LimitedText, field: ImportField): boolean {
    const sentence = textRefusal(limit, this.text(field));
    if (sentence !== null) this.fault(sentence, field);
    return sentence === null;
  }

  /** The id of another program. A text that is too long for one is kept, such as a description of the job. */
  id(field: ImportField): { readonly sourceId?: string } {
    const text = this.text(field);
    if (text.length > MAX_NAME_LENGTH) this.leaveField(field, text);
    return text === "" || text.length > MAX_NAME_LENGTH
      ? {}
      : { sourceId: text };
  }

  /** The text of a date or an amount; "" if it is none: words such as "TBD" are kept. */
  value(field: ImportField): string {
    const text = this.text(field);
    if (NOTHING.test(text)) return "";
    if (/\d/.test(text)) return text;
    this.leaveField(field, text);
    return "";
  }

  /** Undefined if the cell has none, NaN if it is no amount. */
  money(field: ImportField): number | undefined {
    return parseMoney(this.value(field)) ?? undefined;
  }

  #titleOf(field: ImportField): string | undefined {
    const index = this.#columns.byField.get(field);
    return index === undefined ? undefined : this.#columns.titles[index];
  }
}
