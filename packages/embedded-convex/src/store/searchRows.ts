/**
 * The FTS5 table of each search index: finds candidates; the order is made by searchTerms.
 *
 * Terms are cut by us, so FTS5 only splits at blanks. Filter values are terms of a second column, so
 * that one MATCH intersects words and filters. The tables keep no text of their own, and no places of
 * words in it; the beginnings of words have lists of their own, because a person who types begins with one letter.
 */
// Not by name: Node before 20.12 has no `hash`, and must still load this file to be refused with a sentence.
import crypto from "node:crypto";
import type { SearchEntry, SearchQuery } from "./searchTerms";
import { termsOf } from "./searchTerms";
import type { Sqlite, Statement } from "./sqlite";

/** As Convex: a search looks at no more than its best 1024 candidates. */
const MAX_CANDIDATES = 1024;

const DEFINITION = `fts5(
         words, filters, content='', contentless_delete=1, tokenize='ascii', detail=column, prefix='1 2 3')`;

interface Statements {
  readonly add: Statement;
  readonly remove: Statement;
  readonly match: Statement;
}

export class SearchRows {
  readonly #sqlite: Sqlite;
  readonly #prepared = new Map<number, Statements>();

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite;
  }

  create(indexId: number): void {
    this.#sqlite.exec(creation(indexId));
  }

  /** Whether the table is as `create` makes it: one of an earlier version of the server may not be. */
  isCurrent(indexId: number): boolean {
    const sql = this.#sqlite
      .prepare("SELECT sql FROM sqlite_schema WHERE name = ?")
      .pluck()
      .get(tableName(indexId));
    return sql === creation(indexId);
  }

  drop(indexId: number): void {
    this.#prepared.delete(indexId);
    this.#sqlite.exec(`DROP TABLE ${tableName(indexId)}`);
  }

  add(indexId: number, row: number, entry: SearchEntry): void {
    const words = termsOf(entry.text).join(" ");
    const filters = [...entry.filters]
      .map(([name, value]) => filterTerm(name, value))
      .join(" ");
    this.#statements(indexId).add.run(row, words, filters);
  }

  remove(indexId: number, row: number): void {
    this.#statements(indexId).remove.run(row);
  }

  /**
   * Rows of the documents that match, in no order that means anything. Where there are more than are looked at: those
   * that have all terms, then those that have all but one, then any; of equals the newest. So a search costs no more
   * in a large table than in a small one, as ranking all that match would.
   */
  match(indexId: number, query: SearchQuery): number[] {
    const { terms } = query;
    if (terms.length === 0) return [];
    const any = this.#newest(indexId, query, { terms, joined: "OR" });
    if (any.length < MAX_CANDIDATES || terms.length === 1) return any;
    const rows = new Set<number>();
    for (const held of [terms, ...allButOne(terms)]) {
      const found = this.#newest(indexId, query, {
        terms: held,
        joined: "AND",
      });
      for (const row of found) rows.add(row);
      if (rows.size >= MAX_CANDIDATES) break;
    }
    for (const row of any) rows.add(row);
    return [...rows].slice(0, MAX_CANDIDATES);
  }

  #newest(
    indexId: number,
    query: SearchQuery,
    words: { terms: readonly string[]; joined: "AND" | "OR" },
  ): number[] {
    return this.#statements(indexId).match.all(
      matchExpression(query, words),
      MAX_CANDIDATES,
    ) as number[];
  }

  #statements(indexId: number): Statements {
    const known = this.#prepared.get(indexId);
    if (known !== undefined) return known;
    const table = tableName(indexId);
    const statements = {
      add: this.#sqlite.prepare(
        `INSERT INTO ${table} (rowid, words, filters) VALUES (?, ?, ?)`,
      ),
      remove: this.#sqlite.prepare(`DELETE FROM ${table} WHERE rowid = ?`),
      match: this.#sqlite
        .prepare(
          `SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ?`,
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

function creation(indexId: number): string {
  return `CREATE VIRTUAL TABLE ${tableName(indexId)} USING ${DEFINITION}`;
}

/** None for two terms: each of them alone is what "any" finds. */
function allButOne(terms: readonly string[]): (readonly string[])[] {
  if (terms.length === 2) return [];
  return terms.map((left) => terms.filter((term) => term !== left));
}

function matchExpression(
  query: SearchQuery,
  { terms, joined }: { terms: readonly string[]; joined: "AND" | "OR" },
): string {
  const words = terms.map((term) =>
    term === query.prefix ? `"${term}" *` : `"${term}"`,
  );
  const filters = [...query.filters].map(
    ([name, value]) => `filters : "${filterTerm(name, value)}"`,
  );
  return [`words : (${words.join(` ${joined} `)})`, ...filters].join(" AND ");
}

/** A hash, so that long values and any characters make one short term. */
function filterTerm(name: string, value: string): string {
  return crypto.hash("sha256", `${name}=${value}`, "hex").slice(0, 32);
}
