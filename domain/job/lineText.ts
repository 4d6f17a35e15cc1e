/** A range from `from` up to but not including `to`, in UTF-16 code units. */
interface Span {
  readonly from: number;
  readonly to: number;
}

type LineKind =
  | "name"
  | "phone"
  | "email"
  | "address"
  | "city"
  | "date"
  | "crew"
  | "category"
  | "price"
  | "status"
  /** Read, but for no field. */
  | "note";

export interface LinePart extends Span {
  readonly kind: LineKind;
}

interface Word extends Span {
  readonly text: string;
}

/** Takes the place of each read character in `free`, and ends every run of words. */
const READ = "|";
const RUN = /(?![-–]\s)[^\s|,;](?:(?!\s[-–]\s)[^|,;\n])*(?<!\s)/g;

/** One typed line while its parts are read, each character at most once. */
export class LineText {
  readonly text: string;
  /** The text with a mark for each character that was read. */
  free: string;
  readonly #parts: LinePart[] = [];

  constructor(typed: string) {
    this.text = typed.replaceAll(READ, " ");
    this.free = this.text;
  }

  /** Places the first match, or its group `it`, in a field. */
  take(kind: LineKind, pattern: RegExp): (Word & { groups: string[] }) | null {
    const found = pattern.exec(this.free);
    if (found === null) return null;
    const [whole, ...groups] = found;
    const text = (kind !== "note" && found.groups?.["it"]) || whole;
    const from = found.index + whole.lastIndexOf(text);
    const to = found.index + whole.length;
    this.drop({ from: found.index, to });
    this.#parts.push({ kind, from, to: from + text.length });
    return { text, from, to, groups };
  }

  place(kind: LineKind, span: Span): void {
    this.#parts.push({ kind, ...span });
    this.drop(span);
  }

  drop({ from, to }: Span): void {
    const mark = READ.repeat(to - from);
    this.free = this.free.slice(0, from) + mark + this.free.slice(to);
  }

  /** Marks every match as read, or places it as a note. */
  clear(pattern: RegExp, kind?: "note"): void {
    this.free = this.free.replace(pattern, (text: string, ...rest) => {
      const from = Number(rest.find((each) => typeof each === "number"));
      if (kind) this.#parts.push({ kind, from, to: from + text.length });
      return READ.repeat(text.length);
    });
  }

  /** The unread words; by default in runs that end at a comma, a dash or a read character. */
  words(pattern = RUN): Word[] {
    return [...this.free.matchAll(pattern)].map(({ 0: text, index: from }) => ({
      text,
      from,
      to: from + text.length,
    }));
  }

  /** The parts that were placed in a field. */
  parts(): LinePart[] {
    return this.#parts.filter(({ kind }) => kind !== "note").toSorted((a, b) => a.from - b.from);
  }

  /** The texts that were placed in no field, in order; adjoining words are one text. */
  loose(): string[] {
    return [...this.words(), ...this.#parts.filter(({ kind }) => kind === "note")]
      .toSorted((a, b) => a.from - b.from)
      .map(({ from, to }) => this.text.slice(from, to).replace(/^[.\s]+/, ""))
      .filter((text) => /[\p{L}\p{N}]/u.test(text));
  }
}
