/** From `from` to before `to`, in UTF-16 code units. */
export interface Span {
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
  | "category"
  | "price"
  | "status";

export interface LinePart extends Span {
  readonly kind: LineKind;
}

interface Word extends Span {
  readonly text: string;
}

interface Taken extends Word {
  readonly found: RegExpExecArray;
}

/** Stands in `free` for a character that was read, and ends every run of words. */
const READ = "|";

/** Words that only join what is read to what stands beside it. */
const JOINERS = /(?<![^\s|,;])(?:for|at|on|in|and|&|\+|@)(?=\s*\|)/gi;
/** Says only that the line is a job. */
const VERB = /^\s*(?:book|schedule|new job|add)(?:\s+(?:a|an|the))?(?=\s)/i;
const BREAK = /[|,;\n]|\s[-–]\s/;

/** One typed line while its parts are read, each character at most once. */
export class LineText {
  readonly text: string;
  /** The text with a mark for each character that was read. */
  free: string;
  #parts: LinePart[] = [];
  #left: Span[] = [];

  constructor(typed: string) {
    this.text = typed;
    this.free = typed.replaceAll(READ, " ");
  }

  /** Places the first match, or its group `it`. */
  take(kind: LineKind, pattern: RegExp): Taken | null {
    const found = pattern.exec(this.free);
    if (found === null) return null;
    const whole = { from: found.index, to: found.index + found[0].length };
    const text = found.groups?.["it"] ?? found[0];
    const from = found.index + found[0].lastIndexOf(text);
    this.drop(whole);
    this.place(kind, { from, to: from + text.length });
    return { from, to: whole.to, text, found };
  }

  place(kind: LineKind, span: Span): void {
    this.#parts.push({ kind, ...span });
    this.drop(span);
  }

  /** Marks every match as read and as left for the notes. */
  leave(pattern: RegExp): void {
    for (;;) {
      const found = pattern.exec(this.free);
      if (found === null) return;
      const span = { from: found.index, to: found.index + found[0].length };
      this.keep(span);
      this.drop(span);
    }
  }

  /** Leaves the words for the notes. */
  keep(span: Span): void {
    this.#left.push(span);
  }

  drop({ from, to }: Span): void {
    const mark = READ.repeat(to - from);
    this.free = this.free.slice(0, from) + mark + this.free.slice(to);
  }

  dropVerb(): void {
    this.free = this.free.replace(VERB, (word) => READ.repeat(word.length));
  }

  dropJoiners(): void {
    this.free = this.free.replace(JOINERS, (word) => READ.repeat(word.length));
  }

  isCommaBetween(from: number, to: number): boolean {
    return /^\s*,\s*$/.test(this.free.slice(from, to));
  }

  /** The runs of words that were not read. */
  runs(): Word[] {
    const runs: Word[] = [];
    let from = 0;
    for (const piece of this.free.split(new RegExp(`(${BREAK.source})`))) {
      const text = piece.trim();
      const start = from + piece.length - piece.trimStart().length;
      if (text !== "" && !BREAK.test(piece))
        runs.push({ text, from: start, to: start + text.length });
      from += piece.length;
    }
    return runs;
  }

  /** The words in a row that pass the test; a comma may stand between two. */
  runsOf(test: (word: string) => boolean): Word[][] {
    const runs: Word[][] = [[]];
    for (const { 0: text, index: from } of this.free.matchAll(/[^\s,;|]+|\|/g))
      if (text !== READ && test(text))
        runs.at(-1)?.push({ text, from, to: from + text.length });
      else runs.push([]);
    return runs;
  }

  parts(): LinePart[] {
    return this.#parts.toSorted((a, b) => a.from - b.from);
  }

  /** What was not placed, in order; words in a row are one text. */
  loose(): string[] {
    const left = this.#left.map(({ from, to }) => ({
      text: this.text.slice(from, to).trim(),
      from,
      to,
    }));
    return [...this.runs(), ...left]
      .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
      .toSorted((a, b) => a.from - b.from)
      .map(({ text }) => text.replace(/^[.\s]+/, ""));
  }
}
