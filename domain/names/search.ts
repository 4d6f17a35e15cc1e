import { PLACE_FIELDS, placeText, type Place } from "../customer/places";
import { normalizePhone, PHONE_DIGITS } from "../customer/phone";
import { APOSTROPHES, foldText } from "../text/text";

/**
 * Search as people type it: by the beginnings of words in any order, in any
 * case, with or without accents; a phone number by its beginning, or by its last
 * seven or four digits, with or without punctuation; an id as one word.
 */

/**
 * The version of the rows that are derived from jobs and customers: their search words, the words of names and notes,
 * the summaries of jobs, their totals and the cleanings. Raise it when they change; the rebuild
 * (convex/model/operations/rebuild.ts) then writes them again, row by row. Until every office is rebuilt, readers have
 * to find rows of both versions.
 */
export const DERIVED_VERSION = 7;

/** The first version with the cleanings that are due again. */
export const DUE_VERSION = 7;

/** The first version with the words of notes. */
export const NOTES_VERSION = 5;

/** The first version with the words of names. */
export const NAMES_VERSION = 3;

/** The first version with the totals of jobs by status. */
export const TOTALS_VERSION = 4;

/** The first version with these search words and summaries. Rows of later ones are only added to them. */
export const SEARCH_VERSION = 2;

export const SEARCH_NOT_READY = "Search is being prepared. Try again in a few minutes.";

/** A search finds at most this many matches: the newest. */
export const MAX_MATCHES = 1_000;

/** In bytes of UTF-8. A longer word is found by its beginning only. */
const MAX_WORD_BYTES = 31;

/** The limit of words by which a job or customer is found. Real ones have fewer than 20. */
export const MAX_WORDS = 40;

/** The limit of different words in notes by which a job is found. Prose as long as notes may be has fewer than 450. */
const MAX_NOTES_WORDS = 512;

/** The limit of typed words that a search uses: more than anyone types. */
export const MAX_TYPED_WORDS = 16;

/** The fewest digits that match a customer's id: two digits would match every one. */
const MIN_ID_DIGITS = 3;

/** Numbers and the marks that people put between them. */
const NUMBERS_AND_MARKS = /^\+?[\d().\s-]*\d$/;

/** A customer's readable id: "C-1001". */
const CUSTOMER_ID = /^c-?\d+$/;

/** The texts of a job or a customer that are found by the beginnings of their words. */
export type Searched = {
  readonly texts: readonly (string | undefined)[];
  readonly customerId: string;
  readonly phone: string | undefined;
  /** Texts that may each be a phone number. */
  readonly details?: readonly string[];
};

/** The fields with the words by which a job is found, beside its notes. */
export const SEARCHED_JOB_FIELDS = [
  "job_customer_id",
  "job_customer_phone",
  "customer_name",
  ...PLACE_FIELDS,
] as const;

export interface SearchedJob extends Place {
  readonly customer_name: string;
  readonly job_customer_id: string;
  readonly job_customer_phone?: string | undefined;
}

export function searchedOfJob(job: SearchedJob): Searched {
  return {
    texts: [job.customer_name, placeText(job)],
    customerId: job.job_customer_id,
    phone: job.job_customer_phone,
  };
}

/** The fields with the words by which a customer is found. */
export const SEARCHED_CUSTOMER_FIELDS = [
  "customer_id",
  "customer_name",
  "customer_phone",
  "customer_email",
] as const;

export interface SearchedCustomer {
  readonly customer_id: string;
  readonly customer_name: string;
  readonly customer_phone?: string | undefined;
  readonly customer_email?: string | undefined;
}

/** The imported details of a customer: see customerDetails in convex/schema.ts. */
interface SearchedDetails {
  readonly addresses: readonly string[];
  readonly cities: readonly string[];
  /** Further texts of a customer, each with its label: "Mobile: (248) 555-0123". */
  readonly texts: readonly string[];
}

export function searchedOfCustomer(
  customer: SearchedCustomer,
  details: readonly SearchedDetails[] = [],
): Searched {
  return {
    details: [
      ...details.flatMap(({ addresses, cities }) => [...addresses, ...cities]),
      ...details
        .flatMap(({ texts }) => texts)
        .map((text) => text.slice(text.indexOf(": ") + 1).trim())
        // Phone numbers first: a customer has only MAX_WORDS words.
        .sort((a, b) => Number(isPhone(b)) - Number(isPhone(a))),
    ],
    texts: [customer.customer_name, customer.customer_email],
    customerId: customer.customer_id,
    phone: customer.customer_phone,
  };
}

/** The words by which a job or a customer is found, each once. */
export function searchWords({ texts, customerId, phone = "", details = [] }: Searched): string[] {
  const words = [
    wholeId(customerId),
    ...phoneWords(phone),
    ...texts.flatMap((text) => foundWordsOf(text ?? "")),
    ...details.flatMap((text) => (isPhone(text) ? phoneWords(text) : foundWordsOf(text))),
  ];
  return [...new Set(words)].filter((word) => word !== "").slice(0, MAX_WORDS);
}

function phoneWords(phone: string): string[] {
  const digits = normalizePhone(phone);
  return [digits, digits.slice(-7), digits.slice(-4)];
}

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return digits >= PHONE_DIGITS && NUMBERS_AND_MARKS.test(text);
}

/** The words as the one text that `holdsWords` reads. */
export function searchText(words: readonly string[]): string {
  return words.map((word) => ` ${word}`).join("");
}

/**
 * The readings of a typed text, each a list of words that a match must all hold;
 * none for a blank text. Numbers with marks between them have two: "555-1234" is
 * the phone number 5551234, or a 555 and a 1234.
 */
export function searchReadings(typed: string): string[][] {
  const chunks = chunksOf(typed);
  const joined = chunks.flatMap((chunk) =>
    isSplitNumber(chunk) ? [normalizePhone(chunk)] : typedWords(chunk),
  );
  const apart = chunks.flatMap(typedWords);
  const readings = joined.length === apart.length ? [apart] : [joined, apart];
  return readings
    .filter((words) => words.length > 0)
    .map((words) => [...new Set(words)].slice(0, MAX_TYPED_WORDS));
}

/** Prefixes to look up for a typed word. */
export function wordPrefixes(word: string): string[] {
  const isIdNumber = /^\d+$/.test(word) && word.length >= MIN_ID_DIGITS;
  return isIdNumber ? [word, `c${word}`] : [word];
}

/** Whether a stored text has, for each typed word, a word that begins with it. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => wordPrefixes(word).some((prefix) => text.includes(` ${prefix}`)));
}

/** The words by which notes are found, each once. */
export function notesWords(notes: string): string[] {
  const words = foldText(notes).split(NO_WORD).filter(Boolean).map(cutWord);
  return [...new Set(words)].slice(0, MAX_NOTES_WORDS);
}

/** Whether each typed word begins one of the words of the notes. */
export function notesHold(notes: string | undefined, typed: readonly string[]): boolean {
  const words = notesWords(notes ?? "");
  return typed.every((begin) => words.some((word) => word.startsWith(begin)));
}

export type RankedName = {
  readonly id: string;
  readonly name: string;
};

/** How well a match fits the typed text; the lowest is the best. */
export function searchRank(match: RankedName, typed: string): number {
  const wanted = foldText(typed);
  const name = foldText(match.name);
  if (wholeId(match.id) === wholeId(typed)) return 0;
  if (name === wanted) return 1;
  if (name.startsWith(wanted)) return 2;
  const [first = ""] = wordsOf(typed);
  return foundWordsOf(match.name).some((word) => word.startsWith(first)) ? 3 : 4;
}

const NO_WORD = /[^\p{L}\p{N}]+/u;

/** Parts after an apostrophe that are no genitive and no contraction: "brien" of "o'brien", not "s" of "bob's". */
const AFTER_APOSTROPHE = /(?<=\p{L}['‘’`ʻʼ])\p{L}{3,}/gu;

function typedWords(chunk: string): string[] {
  if (CUSTOMER_ID.test(chunk)) return [wholeId(chunk)];
  return wordsOf(chunk).map((word) => (isLongNumber(word) ? normalizePhone(word) : word));
}

function isSplitNumber(chunk: string): boolean {
  const parts = wordsOf(chunk);
  return (
    parts.length > 1 &&
    parts.every((part) => part.length <= PHONE_DIGITS) &&
    NUMBERS_AND_MARKS.test(chunk)
  );
}

/** Whether the number begins with a country code, which is not stored. */
function isLongNumber(word: string): boolean {
  return /^\d+$/.test(word) && word.length > PHONE_DIGITS;
}

/** "C-1001" -> "c1001". */
function wholeId(id: string): string {
  return cutWord(foldText(id).replace(/[^\p{L}\p{N}]/gu, ""));
}

/** The parts of a typed text: a run of numbers is one part, and so is each other word. */
function chunksOf(typed: string): string[] {
  return foldText(typed).match(/\+?\(?\d[\d().\s-]*(?![\p{L}\d])(?<=\d)|[^\s]+/gu) ?? [];
}

/** "O'Brien-Smith" -> "obrien", "smith". */
export function wordsOf(text: string): string[] {
  return plainWords(foldText(text).replace(APOSTROPHES, ""));
}

/** The words by which a text is found; parts after an apostrophe, such as "brien", come last. */
export function foundWordsOf(text: string): string[] {
  const after = foldText(text).match(AFTER_APOSTROPHE) ?? [];
  return [...wordsOf(text), ...plainWords(after.join(" "))];
}

function plainWords(folded: string): string[] {
  return folded.split(NO_WORD).filter(Boolean).map(cutWord);
}

/** The beginning of the word, at most MAX_WORD_BYTES bytes of UTF-8. */
function cutWord(word: string): string {
  let bytes = 0;
  let cut = "";
  for (const letter of word) {
    bytes += utf8Length(letter.codePointAt(0) ?? 0);
    if (bytes > MAX_WORD_BYTES) return cut;
    cut += letter;
  }
  return cut;
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
