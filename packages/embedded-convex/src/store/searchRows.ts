/**
 * The FTS5 table of each search index. Finds candidates; searchTerms.ts ranks them.
 *
 * searchTerms.ts splits text into terms, so FTS5 only splits at spaces. Filter values are terms of a
 * second column, so one MATCH intersects words and filters. The tables are contentless and store no
 * term positions. Prefix indexes of 1 to 3 characters serve search-as-you-type.
 */
// Imported as a whole: Node before 20.12 has no `hash`, and must still load this file to be refused with a sentence.
import crypto from "node:crypto";
import { LIMIT } from "./documentRows";
import { type SearchEntry, type SearchQuery, termsOf } from "./searchTerms";
import type { Sqlite, Statement } from "./sqlite";

/** Convex's limit: a search ranks at most 1024 candidates. */
const MAX_CANDIDATES = 1024;

/**
 * Convex's limit (MAX_UNIQUE_QUERY_TERMS in its search crate): a search looks up at most 64 terms. First come the terms
 * of the query and of its filters, then the terms that the last one begins, in the order of their bytes, from all
 * documents of the index, whether or not they meet the filters.
 */
const MAX_LOOKED_UP_TERMS = 64;

/** Behind a prefix, it sorts after every term that begins with the prefix. */
const LAST_CHARACTER = "\u{10ffff}";

const DEFINITION = `fts5(
         words, filters, content='', contentless_delete=1, tokenize='ascii', detail=column, prefix='1 2 3')`;

interface Words {
  readonly terms: readonly string[];
  readonly operator: "AND" | "OR";
  /** The terms that the query's last term stands for. */
  readonly expanded: readonly string[];
}

interface Statements {
  readonly add: Statement;
  readonly remove: Statement;
  readonly match: Statement;
  /** Terms of the index in a range, in the order of their bytes. Documents that are deleted may have left some. */
  readonly vocabulary: Statement;
}

export class SearchRows {
  readonly #sqlite: Sqlite;
  readonly #prepared = new Map<number, Statements>();

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite;
  }

  create(indexId: number): void {
    this.#sqlite.exec(createStatement(indexId));
  }

  /** Whether the table has the current definition. An older version of the runtime may have created another. */
  isCurrent(indexId: number): boolean {
    const sql = this.#sqlite
      .prepare("SELECT sql FROM sqlite_schema WHERE name = ?")
      .pluck()
      .get(tableName(indexId));
    return sql === createStatement(indexId);
  }

  drop(indexId: number): void {
    this.#prepared.delete(indexId);
    this.#sqlite.exec(`DROP TABLE IF EXISTS temp.${vocabularyName(indexId)};
      DROP TABLE ${tableName(indexId)}`);
  }

  add(indexId: number, row: number, entry: SearchEntry): void {
    const words = termsOf(entry.text).join(" ");
    const filters = [...entry.filters].map(([name, value]) => filterTerm(name, value)).join(" ");
    this.#statements(indexId).add.run(row, words, filters);
  }

  remove(indexId: number, row: number): void {
    this.#statements(indexId).remove.run(row);
  }

  /**
   * Row numbers of matching documents, unranked. If more than MAX_CANDIDATES match, prefers documents
   * with all terms, then all but one, then any; newest first within each. This bounds the cost of a
   * search in a large table, which ranking every match would not.
   */
  match(indexId: number, query: SearchQuery): number[] {
    const { terms } = query;
    if (terms.length === 0) return [];
    const expanded = this.#expand(indexId, query);
    const any = this.#newest(indexId, query, {
      terms,
      operator: "OR",
      expanded,
    });
    if (any.length < MAX_CANDIDATES || terms.length === 1) return any;
    const rows = new Set<number>();
    for (const required of [terms, ...allButOne(terms)]) {
      const found = this.#newest(indexId, query, {
        terms: required,
        operator: "AND",
        expanded,
      });
      for (const row of found) rows.add(row);
      if (rows.size >= MAX_CANDIDATES) break;
    }
    for (const row of any) rows.add(row);
    return [...rows].slice(0, MAX_CANDIDATES);
  }

  /**
   * The terms to look up for the query's last term, which may be incomplete: the term itself and
   * the indexed terms that begin with it, up to Convex's limit of terms.
   */
  #expand(indexId: number, { terms, prefix, filters }: SearchQuery): string[] {
    if (prefix === null) return [];
    const { match, vocabulary } = this.#statements(indexId);
    const isIndexed = (term: string) => match.get(`words : "${term}"`, 1) !== undefined;
    const others = terms.filter((term) => term !== prefix && isIndexed(term));
    const expanded = [prefix];
    let left = MAX_LOOKED_UP_TERMS - filters.size - others.length;
    if (isIndexed(prefix)) left -= 1;
    const known = new Set(terms);
    for (const term of vocabulary.iterate(prefix, prefix + LAST_CHARACTER)) {
      if (left <= 0) break;
      if (known.has(term as string) || !isIndexed(term as string)) continue;
      expanded.push(term as string);
      left -= 1;
    }
    return expanded;
  }

  #newest(indexId: number, query: SearchQuery, words: Words): number[] {
    return this.#statements(indexId).match.all(
      matchExpression(query, words),
      MAX_CANDIDATES,
    ) as number[];
  }

  #statements(indexId: number): Statements {
    const known = this.#prepared.get(indexId);
    if (known !== undefined) return known;
    const table = tableName(indexId);
    const vocabulary = vocabularyName(indexId);
    this.#sqlite.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${vocabulary} USING fts5vocab(main, ${table}, 'col')`,
    );
    const statements = {
      add: this.#sqlite.prepare(`INSERT INTO ${table} (rowid, words, filters) VALUES (?, ?, ?)`),
      remove: this.#sqlite.prepare(`DELETE FROM ${table} WHERE rowid = ?`),
      match: this.#sqlite
        .prepare(
          `SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ${LIMIT}`,
        )
        .pluck(),
      vocabulary: this.#sqlite
        .prepare(
          `SELECT term FROM temp.${vocabulary} WHERE col = 'words' AND term > ? AND term < ?`,
        )
        .pluck(),
    };
    this.#prepared.set(indexId, statements);
    return statements;
  }
}

function tableName(indexId: number): string {
  return `search_${indexId}`;
}

function vocabularyName(indexId: number): string {
  return `${tableName(indexId)}_vocabulary`;
}

function createStatement(indexId: number): string {
  return `CREATE VIRTUAL TABLE ${tableName(indexId)} USING ${DEFINITION}`;
}

/** Empty for two terms: the OR query finds documents with one of them anyway. */
function allButOne(terms: readonly string[]): (readonly string[])[] {
  if (terms.length === 2) return [];
  return terms.map((omitted) => terms.filter((term) => term !== omitted));
}

function matchExpression(query: SearchQuery, { terms, operator, expanded }: Words): string {
  const words = terms.map((term) =>
    term === query.prefix ? `(${expanded.map((one) => `"${one}"`).join(" OR ")})` : `"${term}"`,
  );
  const filters = [...query.filters].map(
    ([name, value]) => `filters : "${filterTerm(name, value)}"`,
  );
  return [`words : (${words.join(` ${operator} `)})`, ...filters].join(" AND ");
}

/** Hashed, so that any value becomes one short term without special characters. */
function filterTerm(name: string, value: string): string {
  return crypto.hash("sha256", `${name}=${value}`, "hex").slice(0, 32);
}
