/**
 * Full text search as a pure matter of words: how Convex cuts a text into terms, which documents a
 * search finds, and in which order.
 *
 * A text is split at whatever is neither letter nor digit, lower-cased, and terms above 32 bytes are
 * left out. A search finds what has any of its first 16 terms, the last one also as a prefix, and meets
 * every filter. The score depends on the document and the search alone and never on other documents,
 * so that a write elsewhere (another tenant's, for one) cannot move a result that was already sent.
 */
const MAX_TERM_BYTES = 32;
const MAX_QUERY_TERMS = 16;

export interface SearchEntry {
  readonly text: string;
  /** Encoded values of the filter fields by path, as hexadecimal keys. */
  readonly filters: ReadonlyMap<string, string>;
}

export interface SearchQuery {
  readonly terms: readonly string[];
  /** The last term, which also matches as a prefix. */
  readonly prefix: string | null;
  readonly filters: ReadonlyMap<string, string>;
}

export function termsOf(text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .map((term) => term.toLowerCase())
    .filter((term) => term !== "" && Buffer.byteLength(term) <= MAX_TERM_BYTES);
}

export function searchQuery(
  text: string,
  filters: ReadonlyMap<string, string>,
): SearchQuery {
  const terms = [...new Set(termsOf(text).slice(0, MAX_QUERY_TERMS))];
  const last = termsOf(text).slice(0, MAX_QUERY_TERMS).at(-1) ?? null;
  return { terms, prefix: last, filters };
}

export function matchesSearch(query: SearchQuery, entry: SearchEntry): boolean {
  return meetsFilters(query, entry) && scoreOf(query, entry.text) > 0;
}

export function meetsFilters(query: SearchQuery, entry: SearchEntry): boolean {
  for (const [path, value] of query.filters) {
    if (entry.filters.get(path) !== value) return false;
  }
  return true;
}

/** BM25's saturation, and its length in relation to a text of ordinary length. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
const ORDINARY_LENGTH = 16;
/** A word that only begins as the last term does counts half of one that equals it. */
const PREFIX_WEIGHT = 0.5;

/** Zero for no match. */
export function scoreOf(query: SearchQuery, text: string): number {
  const words = termsOf(text);
  const norm =
    SATURATION *
    (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * words.length) / ORDINARY_LENGTH);
  let score = 0;
  for (const term of query.terms) {
    const isPrefix = term === query.prefix;
    let frequency = 0;
    for (const word of words) {
      if (word === term) frequency += 1;
      else if (isPrefix && word.startsWith(term)) frequency += PREFIX_WEIGHT;
    }
    score += (frequency * (SATURATION + 1)) / (frequency + norm);
  }
  return score;
}
