/** The words of a typed line that tell which field of a job a part belongs to. */
import { STREET } from "../customer/addressText";
import { JOB_CATEGORIES, JOB_STATUSES, jobStatusLabel, type JobCategory } from "./jobs";

const [GUTTERS, GUARD, CLEANING, FASCIA, SOFFIT, TRIM] = JOB_CATEGORIES;

const GUTTER = "(?:seamless )?gutters?(?: (?:and|&) downspouts?)?";
const REPLACE = "(?:replace(?:ment|d)?|install(?:ation|ed)?)";

/** An office's words for each category. Plain "gutters" may be cleaned or replaced, and so names none. */
export const CATEGORY_WORDS: readonly (readonly [string, JobCategory])[] = [
  [`(?:(?:new|replace) |(?<=install ))${GUTTER}`, GUTTERS],
  [`${GUTTER} ${REPLACE}`, GUTTERS],
  ["gutters? (?:and|&) downspouts?", GUTTERS],
  [`(?:new |replace )?(?:leaf|gutter)\\s*guards?(?: ${REPLACE})?`, GUARD],
  ["clean(?:\\s*out)?(?: the)? gutters?", CLEANING],
  ["(?:gutters? )?clean(?:ing|ed)(?:\\s*out)?", CLEANING],
  ["gutters? clean(?:\\s*out)?", CLEANING],
  ["(?:new |replace )?fascia(?: replace(?:ment|d)?)?", FASCIA],
  ["(?:new |replace )?soffits?(?: replace(?:ment|d)?)?", SOFFIT],
  ["(?:new |replace )?trim(?: replace(?:ment|d)?)?", TRIM],
];

export const CATEGORY = groupOfEach(CATEGORY_WORDS);

/** The longest first, so that "service call" is not read as "service". */
export const STATUS_WORDS = [
  ...JOB_STATUSES.flatMap((status) => [
    [jobStatusLabel(status).toLowerCase(), status] as const,
    [status.replaceAll("_", " "), status] as const,
  ]),
  ["service call", "service"] as const,
  ["canceled", "cancelled"] as const,
].toSorted(([a], [b]) => b.length - a.length);

export const STATUS = groupOfEach(STATUS_WORDS);

/** Tells only that the line is a job. */
export const VERB = /^\s*(?:book|schedule|new job|add)(?:\s+(?:a|an|the))?(?=\s)/i;
/** Words that only join parts of a line that were read. */
export const JOINERS = /(?<![^\s|,;])(?:for|at|on|in|and|&|\+|@)(?=\s*\|)/gi;

/** A house number with its street. "10a" is a time. */
export const ADDRESS = wholeWords(String.raw`\d{1,6}(?:-\d+|[b-oq-z])?\s+${STREET}`);

/** The visit that the date is for. */
export const VISIT = wholeWords("(?:(estimate|est|quote)|(install|installation))");

/** Words of a call that belong to no name and no city. */
const CALL_WORDS = new Set(
  `a about addr address after again all also any as ask asks at back bad basement before bring broken by call calls
  came cancel clean clogged corner customer damage damaged deck dog dogs door downspout downspouts each estimate
  extra front full garage gate guard guards gutter gutters has have her his home house in inch is job install key
  knock ladder leak leaking leaks leaky like loose lot make maybe me move mold must need needed needs next no not
  note now of off old on only or our out paid paint please porch price quote rear referred repair repairs reschedule
  right roof rotted rotten rust send she side sides soon story tenant text that the then there they this to too tree
  trees trim two until up urgent use wait wants was water when who will window windows with work yard`
    .trim()
    .split(/\s+/),
);

export function isCallWord(word: string): boolean {
  return CALL_WORDS.has(word.toLowerCase());
}

/** First and last words of cities of three words, such as "New Port Richey" and "Salt Lake City". */
const TOWN_WORDS =
  /^(?:new|north|south|east|west|mount|mt|st|saint|fort|ft|port|san|santa|los|las|el|la|lake)\b|\b(?:city|heights|falls|park|springs|beach|grove|hills|village|township|twp)$/i;

/** Whether the words can be a city as they stand: at most two, or three of which one is typical of cities. */
export function isTown(words: readonly string[]): boolean {
  if (words.length === 0 || words.some(isCallWord)) return false;
  return words.length <= 2 || TOWN_WORDS.test(words.join(" "));
}

const WEEKDAY =
  "sun|sunday|mon|monday|tues?|tuesday|weds?|wednesday|thu(?:rs?)?|thursday|fri|friday|sat|saturday";
const MONTH =
  "jan|january|feb|february|mar|march|apr|april|may|june?|july?|aug|august|sept?|september|oct|october|nov|november|dec|december";
const DAY = `${WEEKDAY}|${MONTH}|today|tomorrow|yesterday|tom|tmrw|weeks?|days?|months?`;
const CLOCK = String.raw`\d{1,2}(?::\d{2})?`;
const HALF = String.raw`(?:[ap]\.?m?\.?)`;

/** A word that occurs only in dates, or a time with AM or PM. */
const DATE_ANCHOR = new RegExp(
  String.raw`^(?:(?:${DAY})\.?|noon|midnight|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|\d{4}-\d{2}-\d{2}|(?:${CLOCK}|\d{3,4})${HALF}|${CLOCK}${HALF}?-${CLOCK}${HALF})$`,
  "iu",
);
/** May be a name, unless more of a date stands beside it. */
const NAME_OR_DAY = new RegExp(`^(?:sun|tom|${MONTH})$`, "i");
const GIVEN_NAME = /^(?:sun|tom|april|may|june|august)$/i;

/** "nov 29 10a Sun Li": a day at the end with a word after it is a name. */
export function beginsName(word: string, after: string): boolean {
  return /^(?:sun|tom)$/i.test(word) && /^\s+\p{L}/u.test(after);
}

/** Whether the words name a day or a time beyond doubt: "10" may be anything, and "Tom" a customer. */
export function isDateText(text: string): boolean {
  const words = text.split(/[\s,]+/);
  return !NAME_OR_DAY.test(text) && words.some((word) => DATE_ANCHOR.test(word));
}

/** A word of the calendar that is nobody's name. */
export function isNoName(word: string): boolean {
  return NAME_OR_DAY.test(word) && !GIVEN_NAME.test(word);
}

function groupOfEach(words: readonly (readonly [string, unknown])[]): RegExp {
  return wholeWords(words.map(([each]) => `(${each})`).join("|"));
}

/** Matches only whole words. */
function wholeWords(pattern: string): RegExp {
  const spaced = pattern.replaceAll(/(?<!\\) /g, String.raw`\s+`);
  return new RegExp(String.raw`(?<![\p{L}\d$#@.'’/:-])(?:${spaced})(?![\p{L}\d'’@])`, "iu");
}
