/** One row of a mapped table: the texts of its fields, the texts without a field, and why it cannot be imported. */
import { isStorable } from "../calls/inputLimits";
import type { InputError } from "../calls/inputRules";
import { parseMoney } from "../text/money";
import { PHONES } from "../customer/pastedContact";
import { MAX_NAME_LENGTH } from "./chunks";
import { isPartOfPlace, type ColumnTarget, type ImportField } from "./fields";
import { isOwnExport } from "./layouts";
import type { Leftover, RowFault } from "./rows";
import { wordsOf } from "../names/search";
import type { TableRow } from "./table";
import { placeOfTitle, rankOfTitle, titleKey } from "./titles";

/** The columns of a table by what they fill. */
export interface Columns {
  readonly titles: readonly string[];
  /** The columns of each field, the preferred one first. */
  readonly byField: ReadonlyMap<ImportField, readonly number[]>;
  readonly kept: readonly number[];
  /** For each column, the place that it is a part of: "ship" of "Shipping City". */
  readonly groups: readonly string[];
  /** Whether our own export made the file. */
  readonly isOwn: boolean;
}

export function columnsOf(titles: readonly string[], targets: readonly ColumnTarget[]): Columns {
  const byField = new Map<ImportField, number[]>();
  const kept: number[] = [];
  targets.slice(0, titles.length).forEach((target, index) => {
    if (target === "skip") return;
    if (target === "keep") kept.push(index);
    else byField.set(target, [...(byField.get(target) ?? []), index]);
  });
  for (const [field, indexes] of byField) {
    const rank = (at: number) => rankOfTitle(field, titles[at] ?? "");
    indexes.sort((a, b) => rank(a) - rank(b) || a - b);
  }
  const groups = titles.map((title) => placeOfTitle(titleKey(title))?.group ?? "");
  return { titles, byField, kept, groups, isOwn: isOwnExport(titles) };
}

/** The longest title of a column that becomes a label, in characters. */
const MAX_LABEL = 100;

/** A cell of a field, with the title of its column. */
export interface FieldCell {
  readonly title: string;
  readonly text: string;
  readonly group: string;
}

export const CELL_NOT_STORABLE = "Remove the characters from this cell that cannot be saved.";

/** What spreadsheets show instead of 0, " $-   ", and what they and databases write instead of no date. */
const NOTHING =
  /^(?:[\s$–—-]*|(?:000[01]-0[01]-0[01]|1899-12-30|1\/0\/1900|0\/0\/0000)(?:[T ]0?0:00(?::00)?\S*)?)$/;

/** The parts of a cell with several values, trimmed, without blank ones. */
export function partsBetween(separator: RegExp, text: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

export class RowReader {
  readonly line: number;
  leftovers: Leftover[] = [];
  readonly faults: RowFault[] = [];
  readonly #cells: TableRow["cells"];
  readonly #columns: Columns;
  /** The column whose text fills each field in this row. */
  readonly #chosen = new Map<ImportField, number>();

  constructor({ line, cells }: TableRow, columns: Columns) {
    this.line = line;
    this.#cells = cells;
    this.#columns = columns;
    const left = [...columns.kept];
    for (const [field, indexes] of columns.byField) {
      const allowed = indexes.filter((at) => !/fax|pager/i.test(this.#label(at)));
      const chosen = allowed.find((at) => holdsValue(field, cells[at] ?? "")) ?? allowed[0] ?? -1;
      this.#chosen.set(field, chosen);
      if (!isPartOfPlace(field))
        left.push(...indexes.filter((at) => at !== chosen && cells[at] !== cells[chosen]));
    }
    for (const at of left.toSorted((a, b) => a - b))
      this.leave(this.#label(at) || (columns.titles[at] ?? ""), cells[at] ?? "");
    for (const at of [...[...columns.byField.values()].flat(), ...columns.kept])
      if (!isStorable(cells[at] ?? "")) this.#faultAt(columns.titles[at], CELL_NOT_STORABLE);
  }

  /** "" for a field that no column fills. */
  text(field: ImportField): string {
    return this.#cells[this.#chosen.get(field) ?? -1] ?? "";
  }

  /** All cells of a field, the preferred one first. */
  cellsOf(field: ImportField): FieldCell[] {
    return (this.#columns.byField.get(field) ?? []).map((at) => ({
      title: this.#columns.titles[at] ?? "",
      text: this.#cells[at] ?? "",
      group: this.#columns.groups[at] ?? "",
    }));
  }

  /** Keeps a text under the title of the field's column. */
  leaveField(field: ImportField, text: string): void {
    this.leave(this.#titleOf(field) ?? "", text);
  }

  /** Keeps a text once, such as the country of two places. */
  leave(label: string, written: string): void {
    const text = written.trim();
    const isKept = this.leftovers.some((one) => one.label === label && one.text === text);
    if (text !== "" && !isKept) this.leftovers.push({ label, text });
  }

  /** Forgets a kept text that a field has already, such as "Display name". */
  drop(text: string): void {
    this.leftovers = this.leftovers.filter((one) => one.text !== text);
  }

  /** Whether a text has a word that neither the given texts nor the kept columns have. */
  isNew(text: string, given: readonly string[]): boolean {
    const kept = this.#columns.kept.map((at) => this.#cells[at] ?? "");
    const words = new Set([...given, ...kept].flatMap(wordsOf));
    return wordsOf(text).some((word) => !words.has(word));
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
  refuse(errors: readonly InputError[], fields: Readonly<Record<string, ImportField>>): void {
    for (const { field, message } of errors) this.fault(message, fields[field]);
  }

  /** The id of another program: it is kept too, since people look for the number of their old invoice. */
  id(field: ImportField): { readonly sourceId?: string } {
    const text = this.text(field);
    if (!this.#columns.isOwn) this.leaveField(field, text);
    return text === "" || text.length > MAX_NAME_LENGTH ? {} : { sourceId: text };
  }

  /** The text of a date or an amount; "" if it is none: words such as "TBD" are kept. */
  value(field: ImportField): string {
    const text = this.text(field);
    if (NOTHING.test(text)) return "";
    if (/\d/.test(text)) return text;
    this.leaveField(field, text);
    return "";
  }

  /**
   * The amount of a cell. Undefined for a cell without one, NaN for a text that is not an amount.
   */
  money(field: ImportField): number | undefined {
    return parseMoney(this.value(field)) ?? undefined;
  }

  /**
   * The label of a value, such as "Work Fax". Google exports the label of "Phone 1 - Value" in
   * "Phone 1 - Label".
   */
  #label(at: number): string {
    const { titles } = this.#columns;
    const [, of] = /^(.*) - Value$/i.exec(titles[at] ?? "") ?? [];
    if (of === undefined) return "";
    const label = titles.findIndex(
      (title) => title === `${of} - Label` || title === `${of} - Type`,
    );
    return (this.#cells[label] ?? "").replace(/^\* /, "").slice(0, MAX_LABEL);
  }

  #titleOf(field: ImportField): string | undefined {
    const at = this.#chosen.get(field);
    return at === undefined ? undefined : this.#columns.titles[at];
  }
}

function holdsValue(field: ImportField, text: string): boolean {
  if (field === "phone") return holdsPhone(text);
  return field === "email" ? text.includes("@") : text !== "";
}

/** A number with its area code anywhere in the text, or a text that is a local number. */
export function holdsPhone(text: string): boolean {
  return text.search(PHONES) >= 0 || isLocalNumber(text);
}

export function isLocalNumber(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return /^[\d\s().-]+$/.test(text) && digits >= 3 && digits <= 10;
}
