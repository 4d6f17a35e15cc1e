import { describe, expect, test } from "vitest";
import { filterKey } from "../../src/store/catalog";
import type { Database } from "../../src/store/database";
import { type SearchQuery, searchQuery } from "../../src/store/searchTerms";
import { temporaryFolder } from "../support/temporaryFolder";
import { insert, openTestDatabase, TABLE, tableIn, write } from "./support/database";

const MOST_LOOKED_AT = 1024;

async function withTexts(texts: readonly string[]): Promise<Database> {
  const database = openTestDatabase();
  await write(database, (transaction) => {
    for (const text of texts) insert(transaction, { a: "x", text });
  });
  return database;
}

/** The texts of the candidates. */
function lookedAt(database: Database, query: SearchQuery): string[] {
  const { search, rows } = database.store;
  return search.match(searchIndexId(database), query).map((row) => {
    const { json } = rows.getByRow(row) ?? { json: "{}" };
    return (JSON.parse(json) as { text: string }).text;
  });
}

function searchIndexId(database: Database): number {
  const table = tableIn(database.read());
  return table.searchIndexes.get("search_text")?.id ?? 0;
}

const search = (text: string) => searchQuery(text, new Map());
const times = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at));

describe("a search with more matches than candidates", () => {
  test("takes the newest matches of a single word", async () => {
    const database = await withTexts(times(1_200, (at) => `elm n${at}`));
    const texts = lookedAt(database, search("elm"));
    expect(texts).toHaveLength(MOST_LOOKED_AT);
    expect(texts[0]).toBe("elm n1199");
    expect(texts.at(-1)).toBe(`elm n${1_200 - MOST_LOOKED_AT}`);
  });

  test("prefers documents with all words, then all but one, regardless of age", async () => {
    const database = await withTexts([
      "elm oak birch",
      "oak birch",
      "elm oak",
      ...times(1_100, (at) => `elm n${at}`),
      ...times(1_100, (at) => `birch n${at}`),
    ]);
    const texts = lookedAt(database, search("elm oak bir"));
    expect(texts).toHaveLength(MOST_LOOKED_AT);
    expect(texts[0]).toBe("elm oak birch");
    expect(texts.slice(1, 3).sort()).toEqual(["elm oak", "oak birch"]);
    expect(texts[3]).toBe("birch n1099");
  });

  test("prefers documents with both of two words", async () => {
    const database = await withTexts([
      "elm oak",
      ...times(1_100, (at) => `elm n${at}`),
      ...times(1_100, (at) => `oak n${at}`),
    ]);
    expect(lookedAt(database, search("elm oak"))[0]).toBe("elm oak");
  });
});

describe("search indexes", () => {
  test("a search index is rebuilt from its documents if an older version created it", async () => {
    const folder = temporaryFolder();
    const before = openTestDatabase(undefined, folder);
    await write(before, (transaction) => {
      insert(transaction, { a: "x", text: "Elm Street" });
    });
    const indexId = searchIndexId(before);
    before.sqlite.exec(`
      DROP TABLE search_${indexId};
      CREATE VIRTUAL TABLE search_${indexId} USING fts5(words, filters, content='', contentless_delete=1, tokenize='ascii');
    `);
    expect(before.store.search.isCurrent(indexId)).toBe(false);
    await before.close();

    const after = openTestDatabase(undefined, folder);
    expect(after.store.search.isCurrent(searchIndexId(after))).toBe(true);
    expect(lookedAt(after, search("e"))).toEqual(["Elm Street"]);
    await write(after, (transaction) => {
      const [id = ""] = [...after.store.rows.all(tableIn(transaction, TABLE).number)].map(
        (row) => row.id,
      );
      transaction.patch(tableIn(transaction), id, { text: "Oak" });
    });
    expect(lookedAt(after, search("elm"))).toEqual([]);
    expect(lookedAt(after, search("oak"))).toEqual(["Oak"]);
    await after.close();
  });

  test("a search index is not rebuilt at start if its definition is current", async () => {
    const folder = temporaryFolder();
    const before = openTestDatabase(undefined, folder);
    const indexId = searchIndexId(before);
    await before.close();
    const after = openTestDatabase(undefined, folder);
    expect(searchIndexId(after)).toBe(indexId);
    await after.close();
  });
});

describe("last words that begin many words", () => {
  const filler = (at: number) => `jo${String(at).padStart(3, "0")}`;

  test("a last word that begins many words stands for the first 64 of them, in the order of the whole index", async () => {
    const database = await withTexts(["john", ...times(70, filler).reverse()]);
    const found = lookedAt(database, search("jo"));
    expect(found.toSorted()).toEqual(times(64, filler));
    expect(lookedAt(database, search("joh"))).toEqual(["john"]);
  });

  test("a last word that begins many words stands for itself first, and for fewer beside other words and filters", async () => {
    const database = await withTexts(["jo", "elm", ...times(70, filler)]);
    expect(lookedAt(database, search("elm jo")).toSorted()).toEqual(
      ["elm", "jo", ...times(62, filler)].toSorted(),
    );
    const filters = new Map([["a", filterKey("x")]]);
    expect(lookedAt(database, searchQuery("jo", filters)).toSorted()).toEqual(
      ["jo", ...times(62, filler)].toSorted(),
    );
  });

  test("a last word does not count words of which no document is left", async () => {
    const database = openTestDatabase();
    const ids = await write(database, (transaction) =>
      times(65, (at) => insert(transaction, { a: "x", text: filler(at) })),
    );
    await write(database, (transaction) => transaction.remove(tableIn(transaction), ids[0] ?? ""));
    expect(lookedAt(database, search("jo")).toSorted()).toEqual(times(65, filler).slice(1));
  });
});
