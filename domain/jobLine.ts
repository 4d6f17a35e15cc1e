/**
 * A whole job in one typed line: "jordan sample 6145559876 88 elm st columbus tue dec 8 10a gutter cleaning $450". The
 * parts may stand in any order, except that the city follows the address. What is not understood stays in `notes`,
 * and is never put into another field: a price needs its dollar sign, a street its house number.
 */
import { capitalized } from "./capitals";
import type { JobCategory, JobStatus } from "./jobs";
import {
  ADDRESS,
  beginsName,
  CATEGORY,
  categoryOf,
  CITY,
  CITY_IN_STATE,
  CITY_WITH_STATE,
  isCallWord,
  isDateText,
  isDateWord,
  isNoName,
  isTown,
  STATUS,
  statusOf,
  VISIT,
} from "./lineWords";
import { LineText, type LinePart, type Span } from "./lineText";
import { parseMoney } from "./money";
import { normalizePhone } from "./phone";
import {
  readTypedDates,
  type DateContext,
  type DateReading,
} from "./typedTimes";
import type { EntryType } from "./calendar";

interface LineDate {
  readonly visit: EntryType;
  /** Several if the words can be read in several ways. */
  readonly readings: readonly DateReading[];
}

/** The fields are empty texts, empty lists or null where the line does not say them. */
export interface JobLine {
  readonly name: string;
  /** Digits. */
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  readonly city: string;
  readonly date: LineDate | null;
  readonly categories: readonly JobCategory[];
  readonly price: number | null;
  readonly status: JobStatus | null;
  /** What was not placed, in the order of the line. */
  readonly notes: readonly string[];
  /** What was placed, in the order of the line. */
  readonly parts: readonly LinePart[];
}

/** Longer than anything that is said in one breath. */
const MAX_LINE = 400;

/** Null for a blank or a very long text. */
export function readJobLine(
  typed: string,
  context: DateContext,
): JobLine | null {
  if (typed.trim() === "" || typed.length > MAX_LINE) return null;
  const line = new LineText(typed);
  line.dropVerb();
  const contacts = readContacts(line);
  const price = readPrice(line);
  const place = line.take("address", ADDRESS);
  const status = statusOf(line.take("status", STATUS)?.text ?? "") ?? null;
  const categories = readCategories(line);
  const date = readDate(line, context);
  line.dropJoiners();
  const city = place ? readCity(line, place) : "";
  const name = readName(line);
  return {
    ...contacts,
    name,
    address: capitalized(place?.text ?? ""),
    city,
    date,
    categories,
    price,
    status,
    notes: line.loose(),
    parts: line.parts(),
  };
}

/** Whether every word of the line was placed. */
export function isWhollyPlaced({ notes }: JobLine): boolean {
  return notes.length === 0;
}

/** Whether the text is more than the words of a search: a name with something that only a job has. */
export function isJobLine({ parts, address, phone }: JobLine): boolean {
  const kinds = new Set(parts.map(({ kind }) => kind));
  const hasPlace = address !== "" || phone !== "";
  return hasPlace && kinds.size >= 3 - Number(kinds.has("date"));
}

const EMAIL =
  /(?<![^\s,;<|])(?:e-?mail:?\s+)?(?<it>[^\s@,;<>|]+@[^\s@,;<>|.]+(?:\.[^\s@,;<>|.]+)+)/i;
const PHONE =
  /(?<![\w$.-])(?:(?:phone|ph|cell|tel|mobile|number)[:.]?\s+)?(?<it>(?:\+1[-.\s]?|1[-.]?)?(?:\(\d{3}\)\s?|\d{3}[-.\s]?)\d{3}[-.\s]?\d{4})(?![\w$]|[-.,]\d)/i;
const NO_MORE = String.raw`(?![\w$%-]|[.,/]\d|\s?[-–/]\s?\$?\d)`;
const DOLLARS = String.raw`\d[\d,]*(?:\.\d{1,2})?`;
const PRICE = new RegExp(
  String.raw`(?<![\w$.,-])(?:(?:price|quoted)[:.]?\s+)?(?<it>\$\s?${DOLLARS}k?|${DOLLARS}\s?(?:dollars|bucks|usd)|\d[\d,]{2,}\.\d\d)${NO_MORE}`,
  "i",
);
/** An amount that is not one price, such as "$450-500". */
const OTHER_AMOUNT = /\$\s?\d[^\s|]*/;

function readContacts(line: LineText) {
  const email = line.take("email", EMAIL)?.text ?? "";
  line.leave(EMAIL);
  const phone = normalizePhone(line.take("phone", PHONE)?.text ?? "");
  line.leave(PHONE);
  return { email, phone };
}

function readPrice(line: LineText): number | null {
  const text = line.take("price", PRICE)?.text;
  line.leave(OTHER_AMOUNT);
  if (text === undefined) return null;
  const amount = parseMoney(text.replace(/k$|\s?[a-z]+$/i, ""));
  return amount === null || Number.isNaN(amount)
    ? null
    : amount * (/\dk$/i.test(text) ? 1000 : 1);
}

function readCategories(line: LineText): JobCategory[] {
  const found = new Set<JobCategory>();
  for (;;) {
    const taken = line.take("category", CATEGORY);
    const category = taken && categoryOf(taken.found);
    if (!category) return [...found];
    found.add(category);
  }
}

/** The longest run of words that reads as a date, with the word for its visit. */
function readDate(line: LineText, context: DateContext): LineDate | null {
  let best: { span: Span; readings: readonly DateReading[] } | null = null;
  let length = 0;
  for (const words of line.runsOf(isDateWord))
    for (let from = 0; from < words.length; from++)
      for (let to = words.length; to > from + length; to--) {
        const [first, last] = [words[from], words[to - 1]];
        const said = words.slice(from, to).map(({ text }) => text);
        if (!first || !last || !isDateText(said)) continue;
        if (beginsName(last.text, line.free.slice(last.to))) continue;
        const readings = readTypedDates(said.join(" "), context);
        if (readings.length === 0) continue;
        best = { span: { from: first.from, to: last.to }, readings };
        length = to - from;
      }
  if (best === null) return null;
  line.place("date", best.span);
  // The time is still to be asked for: the words stay with the job until then.
  if (best.readings.every(({ value }) => value === null)) line.keep(best.span);
  const visit = line.take("date", VISIT);
  return {
    visit: visit?.found[2] === undefined ? "estimate" : "install",
    readings: best.readings,
  };
}

function readCity(line: LineText, address: Span): string {
  const rest = line.free.slice(address.to);
  const found =
    CITY_WITH_STATE.exec(rest) ??
    CITY_IN_STATE.exec(rest) ??
    plainCity(line, rest);
  const [whole, town = "", state = "", zip = ""] = found ?? [];
  if (whole === undefined || town.split(/\s+/).some(isCallWord)) return "";
  line.place("city", { from: address.to, to: address.to + whole.length });
  const after = [
    state.length > 2 ? capitalized(state) : state.toUpperCase(),
    zip,
  ];
  const comma = state === "" ? " " : ", ";
  return [capitalized(town.replace(/\.$/, "")), after.filter(Boolean).join(" ")]
    .filter(Boolean)
    .join(comma);
}

/** Words after an address are its city if the customer's name stands elsewhere; two words may be the name itself. */
function plainCity(line: LineText, rest: string): RegExpExecArray | null {
  const found = CITY.exec(rest);
  if (found === null || !isTown(found[1]?.split(/\s+/) ?? [])) return null;
  const isOneWord = !/\s/.test(found[1] ?? "");
  const at = line.free.length - rest.length;
  const others = line
    .runs()
    .filter(({ from, to }) => to <= at || from >= at + found[0].length);
  return isOneWord || others.some(({ text }) => nameIn(text) !== null)
    ? found
    : null;
}

const NAME_LABEL = /^(?:(?:for|with|name|customer)[:.]?\s+)*/i;
const NAME_WORD = /^(?:[\p{L}][\p{L}.'’-]*|&)$/u;
const MAX_NAME_WORDS = 5;

/** The first run of words that can be a name, up to a word that no name has. */
function readName(line: LineText): string {
  const runs = line.runs();
  for (const [at, { from, text }] of runs.entries()) {
    const name = nameIn(text);
    if (name === null) continue;
    const next = runs[at + 1];
    const last = from + name.label + name.text.length;
    // "smith, john"
    const given =
      next && !/\s/.test(text) && line.isCommaBetween(last, next.from)
        ? nameIn(next.text)
        : null;
    const isGiven = given !== null && !/\s/.test(given.text);
    const to = isGiven && next ? next.from + given.text.length : last;
    line.drop({ from, to: from + name.label });
    line.place("name", { from: from + name.label, to });
    return capitalized(line.text.slice(from + name.label, to));
  }
  return "";
}

/** Null if the words begin with none. `label` is the length of words like "for" before it. */
function nameIn(
  run: string,
): { readonly label: number; readonly text: string } | null {
  const label = NAME_LABEL.exec(run)?.[0].length ?? 0;
  const all = run.slice(label).split(/(\s+)/);
  const words = all.filter((_, at) => at % 2 === 0);
  const end = words.findIndex(
    (word) => isCallWord(word) || !NAME_WORD.test(word),
  );
  const count = end < 0 ? words.length : end;
  const isCut = end >= 0;
  if (count === 0 || count > MAX_NAME_WORDS || (isCut && count < 2))
    return null;
  const text = all.slice(0, 2 * count - 1).join("");
  return isNoName(text) || !/\p{L}{2}/u.test(text) ? null : { label, text };
}
