import { CUSTOMER_ID, FIELD_TEXTS, type TextLimit } from "./fields";

/** A chunk of an import: see imports/chunks.ts. In UTF-8 at most 900 kB, and a document of Convex holds 1 MiB. */
export const MAX_CHUNK_LENGTH = 300_000;

export const MAX_ESTIMATE_NOTES = 1_000;

/** A cursor of the database holds the encrypted values of an index key. */
const CURSOR: TextLimit = { max: 8_192, of: "the cursor" };

const CLIENT_KEY: TextLimit = { max: 36, of: "the client key" };

/** The office's own text of a kind of message to customers. */
const MESSAGE: TextLimit = { max: 600, of: "the message" };

/** The texts that people type, by field. Of this file, the page's first load needs these and `CHANGED_LISTS`. */
export const TYPED_TEXTS = {
  ...FIELD_TEXTS,
  colorNumber: { max: 100, of: "the color" },
  crew: { max: 60, of: "the name of the crew" },
  company_name: { max: 120, of: "the company name" },
  company_address: { max: 300, of: "the address" },
  company_phone: { max: 100, of: "the phone number" },
  estimate_terms: { max: 2_000, of: "the terms" },
  message_company: { max: 120, of: "the company name" },
  message_link: { max: 300, of: "the link" },
  message_on_my_way: MESSAGE,
  message_running_late: MESSAGE,
  message_reminder: MESSAGE,
  message_done: MESSAGE,
  message_estimate_ready: MESSAGE,
  message_review: MESSAGE,
  name: { max: 200, of: "the text of the row" },
} as const satisfies Record<string, TextLimit>;

export type TypedText = keyof typeof TYPED_TEXTS;

/**
 * The most text and the most elements that a call may carry, by argument. They
 * are generous for real use and keep the work of any call small. Stored values
 * may be longer: they stay readable, and only a change of that field is refused.
 */
export const TEXT_LIMITS = {
  ...TYPED_TEXTS,
  customer_id: CUSTOMER_ID,
  subject: { max: 64, of: "the id" },
  kept: CUSTOMER_ID,
  duplicate: CUSTOMER_ID,
  timeZone: { max: 64, of: "the time zone" },
  ids: { max: 64, of: "each file id" },
  jobIds: { max: 64, of: "each job id" },
  clientKey: CLIENT_KEY,
  intentId: { max: 36, of: "the id of the intent" },
  batch: { max: 36, of: "the id of the batch" },
  undoneIntent: { max: 36, of: "the id of the intent" },
  sentFor: { max: 400, of: "the name of the sender" },
  fileName: { max: 255, of: "the name of the file" },
  rows: { max: MAX_CHUNK_LENGTH, of: "the rows" },
  key: { max: 60, of: "the crew" },
  sku: { max: 100, of: "the SKU" },
  colorName: { max: 100, of: "the color" },
  order: { max: 200, of: "the place of the row" },
  estimateRows: { max: 600, of: "each row of the estimate" },
  total: { max: 100, of: "the total" },
  validUntil: { max: 10, of: "the day" },
  notes: { max: MAX_ESTIMATE_NOTES, of: "the notes" },
  keys: CLIENT_KEY,
  cursor: CURSOR,
  endCursor: CURSOR,
} as const satisfies Record<string, TextLimit>;

type LimitedText = keyof typeof TEXT_LIMITS;

/** A file list of a job. */
const FILES = { max: 100, sentence: "Keep at most 100 pictures in one list." };

/** The lines of a job. */
export const MAX_LINES = 60;

const LINES = {
  max: MAX_LINES,
  sentence: `Keep at most ${MAX_LINES} rows in one job.`,
};

/** The limit of visits or jobs that are changed together: few enough for one transaction. */
export const MAX_MOVED_VISITS = 100;

/** The limit of jobs whose history, or whose lines, one call reads. */
export const MAX_ASKED_JOBS = 40;

/** The lists of changes, which the page's first load needs. */
export const CHANGED_LISTS = {
  job_photo_estimate: FILES,
  job_photo_install: FILES,
  job_drawings: FILES,
  fileIds: FILES,
  job_categories: { max: 50, sentence: "Choose at most 50 categories." },
  entries: { max: 100, sentence: "Submit from 1 to 100 rows at once." },
  visits: {
    max: MAX_MOVED_VISITS,
    sentence: `Move at most ${MAX_MOVED_VISITS} visits at once.`,
  },
  jobs: {
    max: MAX_MOVED_VISITS,
    sentence: `Change at most ${MAX_MOVED_VISITS} jobs at once.`,
  },
  lines: LINES,
  added: LINES,
  keys: LINES,
  aliasItemIds: {
    max: 20,
    sentence: "Give at most 20 items the same price at once.",
  },
} as const;

export type ChangedList = keyof typeof CHANGED_LISTS;

export const LIST_LIMITS = {
  ...CHANGED_LISTS,
  estimateRows: LINES,
  ids: { max: 500, sentence: "Ask for at most 500 files at once." },
  jobIds: {
    max: MAX_ASKED_JOBS,
    sentence: `Ask for at most ${MAX_ASKED_JOBS} jobs at once.`,
  },
} as const;

type LimitedList = keyof typeof LIST_LIMITS;

export function isLimitedText(field: string): field is LimitedText {
  return Object.hasOwn(TEXT_LIMITS, field);
}

export function isLimitedList(field: string): field is LimitedList {
  return Object.hasOwn(LIST_LIMITS, field);
}

export function tooLongSentence({ max, of }: TextLimit): string {
  return `Keep ${of} under ${max + 1} characters.`;
}

/**
 * Characters that cannot be stored: NUL, at which spreadsheets and databases end a text, and half of a surrogate
 * pair, which UTF-8 cannot express.
 */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

export function isStorable(text: string): boolean {
  return text.search(UNSTORABLE) < 0;
}

/** The text without characters that cannot be stored, such as half of a pair at a cut. */
export function storable(text: string): string {
  return text.replace(UNSTORABLE, "");
}

function unstorableSentence({ of }: TextLimit): string {
  return `Remove the characters from ${of} that cannot be saved.`;
}

/** Why the text is refused, or null. */
export function textRefusal(limit: TextLimit, text: string): string | null {
  if (text.length > limit.max) return tooLongSentence(limit);
  return isStorable(text) ? null : unstorableSentence(limit);
}

/** The arguments that hold typed search text, which is cut and not refused. */
export const SEARCH_FIELDS: readonly string[] = ["term", "search"];

/** The number of code points of a search text that are read. */
export const MAX_SEARCH_LENGTH = 200;

/** The first MAX_SEARCH_LENGTH code points of a search text, without characters that no stored text has. */
export function cutSearch(typed: string): string {
  // A code point has at most two code units.
  const start = typed.slice(0, 2 * MAX_SEARCH_LENGTH);
  const cut = [...start].slice(0, MAX_SEARCH_LENGTH).join("");
  return storable(cut);
}
