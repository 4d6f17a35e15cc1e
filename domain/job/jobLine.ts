/**
 * A whole job in one typed line: "jordan sample 6145559876 88 elm st columbus tue dec 8 10a gutter cleaning $450". The
 * parts may stand in any order, except that the city follows the address. What is not understood stays in `notes` and
 * never fills another field: a price needs its dollar sign, a street its house number.
 */
import { CITY } from "../customer/addressText";
import { capitalized } from "../text/capitals";
import type { Crews } from "./crews";
import type { JobCategory, JobStatus } from "./jobs";
import { takeCrew } from "./lineCrews";
import {
  ADDRESS,
  beginsName,
  CATEGORY,
  isCallWord,
  isDateText,
  isNoName,
  isTown,
  JOINERS,
  STATUS,
  STATUS_WORDS,
  CATEGORY_WORDS,
  VERB,
  VISIT,
} from "./lineWords";
import { LineText, type LinePart } from "./lineText";
import { parseMoney } from "../text/money";
import { normalizePhone } from "../customer/phone";
import { readTypedDates, type DateContext, type DateReading } from "./typedTimes";
import type { EntryType } from "./entryTypes";

interface LineDate {
  readonly visit: EntryType;
  /** Several if the words are ambiguous. */
  readonly readings: readonly DateReading[];
}

/** The fields are empty texts, empty lists or null where the line does not say them. */
export interface JobLine {
  readonly name: string;
  /** Digits only. */
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  readonly city: string;
  readonly date: LineDate | null;
  /** Of the visit, as a job stores it; missing without one. */
  readonly crew?: string;
  readonly categories: readonly JobCategory[];
  readonly price: number | null;
  readonly status: JobStatus | null;
  /** The texts that fit no field, in the order of the line. */
  readonly notes: readonly string[];
  /** The parts that fit a field, in the order of the line. */
  readonly parts: readonly LinePart[];
}

/** Longer than anything that is said in one breath. */
const MAX_LINE = 400;

/** Null for a blank or a very long text. */
export function readJobLine(
  typed: string,
  context: DateContext,
  office: Crews = {},
): JobLine | null {
  if (typed.trim() === "" || typed.length > MAX_LINE) return null;
  const line = new LineText(typed);
  line.clear(VERB);
  const crew = takeCrew(line, office);
  const email = line.take("email", EMAIL)?.text ?? "";
  line.clear(new RegExp(EMAIL, "gi"), "note");
  const phone = normalizePhone(line.take("phone", PHONE)?.text ?? "");
  line.clear(new RegExp(PHONE, "gi"), "note");
  const price = readPrice(line);
  const place = line.take("address", ADDRESS);
  const status = nth(STATUS_WORDS, line.take("status", STATUS)?.groups) ?? null;
  const categories = readCategories(line);
  const date = readDate(line, context);
  line.clear(JOINERS);
  const city = place ? readCity(line, place.to) : "";
  return {
    name: readName(line),
    phone,
    email,
    address: capitalized(place?.text ?? ""),
    city,
    date,
    ...(crew !== undefined && { crew }),
    categories,
    price,
    status,
    notes: line.loose(),
    parts: line.parts(),
  };
}

/** A number that may be a price, and is no house number, year or size. */
const BARE_PRICE = /^(?!20\d\d$)[1-9]\d{2,3}$/;

/** The line with a dollar sign before the only number that may be its price; null if there is none. */
export function withPrice(typed: string, line: JobLine): string | null {
  const numbers = line.notes.filter((note) => BARE_PRICE.test(note));
  if (line.price !== null || numbers.length !== 1) return null;
  // The same number may already be placed, as a house number.
  const isPlaced = (at: number) => line.parts.some(({ from, to }) => from <= at && at < to);
  const found = [...typed.matchAll(/[^\s,;|]+/g)].find(
    ({ 0: word, index }) => word === numbers[0] && !isPlaced(index),
  );
  if (found === undefined) return null;
  return `${typed.slice(0, found.index)}$${typed.slice(found.index)}`;
}

/** Whether every word of the line fits a field. */
export function isWhollyPlaced({ notes }: JobLine): boolean {
  return notes.length === 0;
}

/** Whether reading the text is worth it: a job line names an address or a phone, which have digits. */
export function canBeJobLine(typed: string): boolean {
  return /\d/.test(typed);
}

/** Whether the text is more than the words of a search: it has a name and something that only a job has. */
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
const WHOLE = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)`;
const DOLLARS = String.raw`${WHOLE}(?:\.\d{1,2})?`;
const PRICE = new RegExp(
  String.raw`(?<![\w$.,-])(?:(?:price|quoted)[:.]?\s+)?(?<it>\$\s?${DOLLARS}k?|${DOLLARS}\s?(?:dollars|bucks|usd)|(?=\d[\d,]{2})${WHOLE}\.\d\d)${NO_MORE}`,
  "i",
);
/** An amount that is not one price, such as "$450-500". */
const OTHER_AMOUNT = /\$\s?\d[^\s|]*/g;

function readPrice(line: LineText): number | null {
  const text = line.take("price", PRICE)?.text;
  line.clear(OTHER_AMOUNT, "note");
  if (text === undefined) return null;
  const amount = parseMoney(text.replace(/\s?(?<![a-z])[a-z]+$/i, "")) ?? Number.NaN;
  if (Number.isNaN(amount)) return null;
  return /\dk$/i.test(text) ? 1000 * amount : amount;
}

function readCategories(line: LineText): JobCategory[] {
  const found = new Set<JobCategory>();
  for (;;) {
    const category = nth(CATEGORY_WORDS, line.take("category", CATEGORY)?.groups);
    if (category === undefined) return [...found];
    found.add(category);
  }
}

/** The value of the group that matched. */
function nth<Value>(
  words: readonly (readonly [string, Value])[],
  groups: readonly (string | undefined)[] = [],
): Value | undefined {
  return words[groups.findIndex((group) => group !== undefined)]?.[1];
}

const MAX_DATE_WORDS = 10;
/** "450" may be a price: it is no time, unlike in a date field. */
const BARE_NUMBER = /(?<![^\s,])(?!20\d\d\b)\d{3,}(?![^\s,])/;

/** The longest run of words that reads as a date, with the word for its visit. */
function readDate(line: LineText, context: DateContext): LineDate | null {
  const words = line.words(/[^\s,;|]+/g);
  for (let count = MAX_DATE_WORDS; count > 0; count--)
    for (const [at, { from }] of words.entries()) {
      const last = words[at + count - 1];
      if (last === undefined) break;
      const text = line.free.slice(from, last.to);
      if (!isDateText(text) || BARE_NUMBER.test(text)) continue;
      if (beginsName(last.text, line.free.slice(last.to))) continue;
      const readings = readTypedDates(text, context);
      if (readings.length === 0) continue;
      line.place("date", { from, to: last.to });
      // The time has still to be asked for: until then the words stay in the notes too.
      if (readings.every(({ value }) => value === null)) line.place("note", { from, to: last.to });
      const isInstall = line.take("date", VISIT)?.groups[1] !== undefined;
      return { visit: isInstall ? "install" : "estimate", readings };
    }
  return null;
}

/** The words after an address are its city if a state or a ZIP follows, or if the customer's name stands elsewhere. */
function readCity(line: LineText, from: number): string {
  const found = CITY.exec(line.free.slice(from));
  const [whole = "", town = "", state = "", zip = ""] = found ?? [];
  const words = town.split(/\s+/);
  const to = from + whole.length;
  const isPlain = state === "" && zip === "";
  // Two words may be the customer's name.
  const isNamed = () =>
    words.length === 1 ||
    line.words().some((run) => (run.to <= from || run.from >= to) && nameIn(run.text));
  if (town === "" || words.some(isCallWord)) return "";
  if (isPlain && !(isTown(words) && isNamed())) return "";
  line.place("city", { from, to });
  const code = state.length > 2 ? capitalized(state) : state.toUpperCase();
  const city = capitalized(town.replace(/\.$/, ""));
  return [code === "" ? city : `${city},`, code, zip].filter(Boolean).join(" ");
}

const NAME_LABEL = /^(?:(?:for|with|name|customer)[:.]?\s+)*/i;
const NAME_WORD = /^(?:[\p{L}][\p{L}.'’-]*|&)$/u;
const MAX_NAME_WORDS = 5;

/** The first run of words that can be a name, up to a word that is part of no name. */
function readName(line: LineText): string {
  const runs = line.words();
  const at = runs.findIndex(({ text }) => nameIn(text) !== null);
  const run = runs[at];
  const name = nameIn(run?.text ?? "");
  if (run === undefined || name === null) return "";
  const from = run.from + name.label;
  const next = runs[at + 1];
  const given = nameIn(next?.text ?? "");
  // "smith, john"
  const isReversed =
    next !== undefined &&
    given?.label === 0 &&
    [run.text, given.text].every((each) => !/\s/.test(each)) &&
    line.free.slice(run.to, next.from).trim() === ",";
  const to = isReversed ? next.from + given.text.length : from + name.text.length;
  line.drop({ from: run.from, to: from });
  line.place("name", { from, to });
  return capitalized(line.text.slice(from, to));
}

/** Null if no name begins the words. `label` is the length of words like "for" before the name. */
function nameIn(run: string): { readonly label: number; readonly text: string } | null {
  const label = NAME_LABEL.exec(run)?.[0].length ?? 0;
  const words = [...run.slice(label).matchAll(/\S+/g)];
  const end = words.findIndex(([word]) => isCallWord(word) || !NAME_WORD.test(word));
  const count = end === -1 ? words.length : end;
  if (count > MAX_NAME_WORDS || count < (end === -1 ? 1 : 2)) return null;
  const last = words[count - 1];
  const text = run.slice(label, label + (last?.index ?? 0) + (last?.[0].length ?? 0));
  return isNoName(text) || !/\p{L}{2}/u.test(text) ? null : { label, text };
}
