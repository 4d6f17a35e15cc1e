/**
 * The FTS5 table of each search index: finds candidates; the order is made by searchTerms.
 *
 * Terms are cut by us, so FTS5 only splits at blanks. Filter values are terms of a second column, so
 * that one MATCH intersects words and filters. The tables keep no text of their own.
 */
import { createHash } from "node:crypto";
import type { SearchEntry, SearchQuery } from "./searchTerms";
import { termsOf } from "./searchTerms";
import type { Sqlite, Statement } from "./sqlite";

/** As Convex: a search looks at no more than its best 1024 candidates. */
const MAX_CANDIDATES = 1024;

interface Statements {
  readonly add: Statement;
  readonly remove: Statement;
  readonly match: Statement;
}

export class SearchRows {
  private readonly sqlite: Sqlite;
  private readonly prepared = new Map<number, Statements>();

  constructor(sqlite: Sqlite) {
    this.sqlite = sqlite;
  }

  create(indexId: number): void {
    this.sqlite.exec(
      `CREATE VIRTUAL TABLE ${tableName(indexId)} USING fts5(
         words, filters, content='', contentless_delete=1, tokenize='ascii')`,
    );
  }

  drop(indexId: number): void {
    this.prepared.delete(indexId);
    this.sqlite.exec(`DROP TABLE ${tableName(indexId)}`);
  }

  add(indexId: number, row: number, entry: SearchEntry): void {
    const words = termsOf(entry.text).join(" ");
    const filters = [...entry.filters]
      .map(([name, value]) => filterTerm(name, value))
      .join(" ");
    this.statements(indexId).add.run(row, words, filters);
  }

  remove(indexId: number, row: number): void {
    this.statements(indexId).remove.run(row);
  }

  /** Rows of the documents that match, in no order that means anything. */
  match(indexId: number, query: SearchQuery): number[] {
    if (query.terms.length === 0) return [];
    return this.statements(indexId).match.all(
      matchExpression(query),
      MAX_CANDIDATES,
    ) as number[];
  }

  private statements(indexId: number): Statements {
    const known = this.prepared.get(indexId);
    if (known !== undefined) return known;
    const table = tableName(indexId);
    const statements = {
      add: this.sqlite.prepare(
        `INSERT INTO ${table} (rowid, words, filters) VALUES (?, ?, ?)`,
      ),
      remove: this.sqlite.prepare(`DELETE FROM ${table} WHERE rowid = ?`),
      match: this.sqlite
        .prepare(
          `SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rank LIMIT ?`,
        )
        .pluck(),
    };
    this.prepared.set(indexId, statements);
    return statements;
  }
}

function tableName(indexId: number): string {
  return `search_${indexId}`;
}

function matchExpression(query: SearchQuery): string {
  const words = query.terms.map((term) =>
    term === query.prefix ? `"${term}" *` : `"${term}"`,
  );
  const filters = [...query.filters].map(
    ([name, value]) => `filters : "${filterTerm(name, value)}"`,
  );
  return [`words : (${words.join(" OR ")})`, ...filters].join(" AND ");
}

/** A hash, so that long values and any characters make one short term. */
function filterTerm(name: string, value: string): string {
  return createHash("sha256")
    .update(`${name}=${value}`)
    .digest("hex")
    .slice(0, 32);
}
