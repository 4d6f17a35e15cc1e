import fc from "fast-check";
import { expect, it } from "vitest";
import {
  customerWordRows,
  firstLetters,
  jobWordRows,
  typedPair,
  type StoredWord,
  type WordKind,
} from "@domain/names/namePairs";
import { holdsWords, searchText, searchWords } from "@domain/names/search";

const NOBODY = { customerId: "", phone: undefined };

const words = (rows: readonly StoredWord[], kind: WordKind) =>
  rows.filter(({ of }) => of === kind).map(({ word }) => word);

it("gives each two words of a job's name a row, beside the rows of its words", () => {
  const rows = jobWordRows(["maria", "elena", "lopez", "elm"], "Maria E. Elena Lopez");
  expect(words(rows, "jobs")).toEqual(["elm"]);
  expect(words(rows, "jobNames")).toEqual(["maria", "elena", "lopez"]);
  expect(words(rows, "jobPairs")).toEqual(["maria elena", "maria lopez", "elena lopez"]);
});

it("gives each two words of a customer's name a row, which each word begins", () => {
  const found = ["lopez", "maria", "lopez85", "gmail"];
  const rows = customerWordRows(found, "Maria Lopez");
  expect(words(rows, "customerNames")).toEqual(["maria lopez", "lopez maria", "lopez85"]);
  expect(words(rows, "customers")).toEqual(["gmail"]);
  expect(customerWordRows(["lopez"], "Lopez")).toEqual([{ of: "customerNames", word: "lopez" }]);
  expect(customerWordRows(["1001"], "")).toEqual([{ of: "customers", word: "1001" }]);
});

it.each([
  [
    ["maria", "lo"],
    ["maria", "lo"],
  ],
  [
    ["lo", "maria", "12", "lopez"],
    ["maria", "lopez"],
  ],
  [["mar", "maria"], null],
  [["maria", "5552"], null],
  [["maria"], null],
])("typed %j are the pair %j", (typed, pair) => {
  expect(typedPair(typed)).toEqual(pair);
});

const anyWord = fc.constantFrom(
  ...["jo", "john", "johnson", "jon", "mary", "ma", "m", "smith", "smith85"],
  ...["smithers", "85", "élodie", "o'brien", "o'b"],
);
const anyText = fc.array(anyWord, { maxLength: 8 }).map((list) => list.join(" "));

/** Whether the rows that a search of two words reads contain one of these. */
function isRead(rows: readonly StoredWord[], pair: readonly [string, string]) {
  const [elsewhere, pairs] = rows.some(({ of }) => of.startsWith("job"))
    ? (["jobs", "jobPairs"] as const)
    : (["customers", "customerNames"] as const);
  const [one, other] = pair;
  return rows.some(({ of, word }) => {
    if (of === elsewhere) return pair.some((typed) => word.startsWith(typed));
    if (of !== pairs) return false;
    const letters = firstLetters(word);
    return [[one, other] as const, [other, one] as const].some(
      ([first, second]) => letters.startsWith(first) && word.startsWith(`${letters} ${second}`),
    );
  });
}

it("for every name and other text, the rows of two typed words contain each row that holds both", () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (name, other, typed) => {
      const found = searchWords({ ...NOBODY, texts: [name, other] });
      const pair = typedPair(searchWords({ ...NOBODY, texts: [typed] }));
      fc.pre(pair !== null && holdsWords(searchText(found), pair));
      expect(isRead(jobWordRows(found, name), pair)).toBe(true);
      expect(isRead(customerWordRows(found, name), pair)).toBe(true);
    }),
    { numRuns: 400 },
  );
});

it("for every name and other text, each word begins one of the rows that a search of one word reads", () => {
  fc.assert(
    fc.property(anyText, anyText, (name, other) => {
      const found = searchWords({ ...NOBODY, texts: [name, other] });
      const ofJob = jobWordRows(found, name).filter(({ of }) => of !== "jobPairs");
      expect(ofJob.map(({ word }) => word)).toEqual(found);
      const ofCustomer = customerWordRows(found, name);
      for (const word of found)
        expect(
          ofCustomer.some((row) => row.word.split(" ")[0] === word),
          word,
        ).toBe(true);
    }),
  );
});
