/**
 * Full text search rules: how text is split into terms, which documents match, and their scores.
 *
 * As in Convex, text is split at characters that are neither letters nor digits and lower-cased; terms
 * longer than 32 bytes are dropped. A document matches if it contains any of the query's first 16
 * terms (the last one also as a prefix) and meets every filter.
 * Invariant: a score depends only on the document and the query, so a write to another document cannot
 * reorder results that were already sent.
 */
const MAX_TERM_BYTES = 32;
const MAX_QUERY_TERMS = 16;

export interface SearchEntry {
  readonly text: string;
  /** Filter field path to the field's index key, in hexadecimal. */
  readonly filters: ReadonlyMap<string, string>;
}

export interface SearchQuery {
  readonly terms: readonly string[];
  /** The last term, which also matches as a prefix. Null without terms. */
  readonly prefix: string | null;
  readonly filters: ReadonlyMap<string, string>;
}

export function termsOf(text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .map((term) => term.toLowerCase())
    .filter((term) => term !== "" && Buffer.byteLength(term) <= MAX_TERM_BYTES);
}

export function searchQuery(text: string, filters: ReadonlyMap<string, string>): SearchQuery {
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

/** BM25's parameters k1 and b. A fixed length (in words) replaces the average, see the invariant above. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
const REFERENCE_LENGTH = 16;
/** Weight of a prefix match relative to a whole-word match. */
const PREFIX_WEIGHT = 0.5;

/** BM25 without document frequencies. Zero means no match. */
export function scoreOf(query: SearchQuery, text: string): number {
  const words = termsOf(text);
  const norm = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * words.length) / REFERENCE_LENGTH);
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
