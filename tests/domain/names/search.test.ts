import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  holdsWords,
  MAX_TYPED_WORDS,
  MAX_WORDS,
  notesHold,
  notesWords,
  SEARCHED_CUSTOMER_FIELDS,
  SEARCHED_JOB_FIELDS,
  searchedOfCustomer,
  searchedOfJob,
  searchRank,
  searchReadings,
  searchText,
  searchWords,
  type Searched,
} from "@domain/names/search";

const NOBODY: Searched = { texts: [], customerId: "", phone: undefined };

function finds(searched: Partial<Searched>, typed: string): boolean {
  const text = searchText(searchWords({ ...NOBODY, ...searched }));
  return searchReadings(typed).some((words) => holdsWords(text, words));
}

describe("search by the beginnings of words", () => {
  it.each([
    ["Anna Bell", "anna"],
    ["Anna Bell", "BELL"],
    ["Anna Bell", "an"],
    ["Anna Bell", "bel ann"],
    ["Anna Bell", "  a  "],
    ["José Muñoz", "jose munoz"],
    ["Jose Munoz", "JOSÉ"],
    ["Siobhán O'Brien", "obrien"],
    ["Siobhan O'Brien", "o’brien"],
    ["Siobhan O'Brien", "brien siobhan"],
    ["Siobhan Oʼbrien", "brien"],
    ["Anna D‘Angelo", "angelo"],
    ["12 O'Hare Road", "hare"],
    ["Łukasz Żak", "lukasz zak"],
    ["Lukasz Zak", "ŁUKASZ"],
    ["Bjørn Sørensen", "bjorn"],
    ["Bjorn Sorensen", "bjørn"],
    ["Mary Smith-Jones", "smith jones"],
    ["anna.bell@example.com", "anna.bell@example.com"],
    ["anna.bell@example.com", "example.com"],
    ["12b Elm Street", "12b elm"],
    ["12 34th Street", "12 34"],
    ["Анна Белл", "бел"],
    ["王小明", "王"],
  ])("finds %j by %j", (text, typed) => {
    expect(finds({ texts: [text] }, typed)).toBe(true);
  });

  it.each([
    ["Anna Bell", "annab"],
    ["Anna Bell", "nna"],
    ["Anna Bell", "anna smith"],
    ["anna.bell@example.com", "ample"],
    ["612 Elm Street", "12"],
    ["Bob's Gutters", "s"],
  ])("a search by the beginnings of words does not find %j by %j", (text, typed) => {
    expect(finds({ texts: [text] }, typed)).toBe(false);
  });

  it("asks for nothing when nothing is typed", () => {
    expect(searchReadings("")).toEqual([]);
    expect(searchReadings("  --- ")).toEqual([]);
  });

  it("reads no more than sixteen typed words and stores no more than forty", () => {
    const many = Array.from({ length: 60 }, (_, at) => `word${at}`).join(" ");
    expect(searchReadings(many)[0]).toHaveLength(MAX_TYPED_WORDS);
    expect(searchWords({ ...NOBODY, texts: [many] })).toHaveLength(MAX_WORDS);
  });

  it("finds a text by the beginnings of its words in any order", () => {
    const anyWord = fc.string({ unit: "grapheme", minLength: 1 });
    const anyTexts = fc.array(anyWord, { maxLength: MAX_TYPED_WORDS });
    fc.assert(
      fc.property(anyTexts, fc.nat({ max: 12 }), (texts, length) => {
        const typed = searchWords({ ...NOBODY, texts })
          .map((word) => [...word].slice(0, 1 + length).join(""))
          .filter((word) => !/\p{N}/u.test(word))
          .slice(0, MAX_TYPED_WORDS)
          .reverse();
        fc.pre(typed.length > 0);
        expect(finds({ texts }, typed.join(" "))).toBe(true);
      }),
    );
  });

  it("stores words of at most 31 bytes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        for (const word of searchWords({ ...NOBODY, texts: [text] }))
          expect(new TextEncoder().encode(word).length).toBeLessThan(32);
      }),
    );
  });
});

describe("search by customer id", () => {
  it.each(["C-1001", "c-1001", "c-10", "1001", "100", "c1001"])("finds C-1001 by %j", (typed) => {
    expect(finds({ customerId: "C-1001" }, typed)).toBe(true);
  });

  it("takes the id as one word, so that it does not find every word with a C", () => {
    expect(searchReadings("C-1005")).toEqual([["c1005"]]);
    expect(finds({ customerId: "C-1001" }, "c-1005")).toBe(false);
    expect(finds({ texts: ["Carl 1005"] }, "c-1005")).toBe(false);
    expect(finds({ customerId: "C-1001" }, "10")).toBe(false);
  });
});

describe("search by phone number", () => {
  it.each([
    "5551234567",
    "(555) 123-4567",
    "555.123.4567",
    "+1 555 123 4567",
    "1-555-123-4567",
    "15551234567",
    "1234567",
    "123-4567",
    "123-45",
    "4567",
    "555",
    "555 123",
    "555 4567",
  ])("finds 5551234567 by %j", (typed) => {
    expect(finds({ phone: "5551234567" }, typed)).toBe(true);
  });

  it.each(["5551234568", "(555) 124", "45678", "34567", "67"])(
    "a search does not find 5551234567 by %j",
    (typed) => {
      expect(finds({ phone: "5551234567" }, typed)).toBe(false);
    },
  );

  it("finds a name together with a part of the number", () => {
    const anna = { texts: ["Anna Bell"], phone: "5551234567" };
    expect(finds(anna, "anna 123-4567")).toBe(true);
    expect(finds(anna, "4567 be")).toBe(true);
    expect(finds(anna, "anna 124-4567")).toBe(false);
  });
});

describe("the words of a job or customer", () => {
  it("the words of a job or customer are those of its texts, its id and the ends of its phone number, each once", () => {
    expect(
      searchWords({
        texts: ["Anna Bell", undefined, "12 Anna Street"],
        customerId: "C-1001",
        phone: "6125551234",
      }).toSorted(),
    ).toEqual(["12", "1234", "5551234", "6125551234"].concat(["anna", "bell", "c1001", "street"]));
  });
});

describe("the words of rows with long texts", () => {
  const many = Array.from({ length: 60 }, (_, at) => `word${at}`).join(" ");
  const row = { customer_name: many, customer_id: "C-1001" };

  it("a long name or address leaves room for the id and the phone", () => {
    const customer = searchedOfCustomer({
      ...row,
      customer_phone: "6145551234",
    });
    const job = searchedOfJob({
      customer_name: many,
      job_address: many,
      job_customer_id: "C-1001",
      job_customer_phone: "6145551234",
    });
    for (const searched of [customer, job]) {
      expect(finds(searched, "C-1001")).toBe(true);
      expect(finds(searched, "1234")).toBe(true);
    }
  });

  it("a customer is found by imported addresses, cities and texts, the phones first", () => {
    const notes = many.slice(0, many.indexOf("word30"));
    const searched = searchedOfCustomer(
      {
        customer_id: "C-1001",
        customer_name: "Ann Field",
        customer_email: "ann@example.com",
      },
      [
        {
          addresses: ["12 Elm St"],
          cities: ["Troy"],
          texts: [`Notes: ${notes}`, "Crew: Amir", "Mobile: (614) 555-0102", "Gate: code: 7"],
        },
      ],
    );
    for (const typed of ["ann@example.com", "elm", "troy", "word0"])
      expect(finds(searched, typed)).toBe(true);
    for (const typed of ["614-555-0102", "5550102", "0102"])
      expect(finds(searched, typed)).toBe(true);
    expect(finds(searched, "mobile")).toBe(false);
    expect(searched.details?.slice(-1)).toEqual(["code: 7"]);
  });
});

it("names every field whose change changes the search words", () => {
  expect(SEARCHED_JOB_FIELDS.toSorted()).toEqual([
    "customer_name",
    "job_address",
    "job_city",
    "job_customer_id",
    "job_customer_phone",
  ]);
  expect(SEARCHED_CUSTOMER_FIELDS.toSorted()).toEqual([
    "customer_email",
    "customer_id",
    "customer_name",
    "customer_phone",
  ]);
});

describe("the words of notes", () => {
  it("the words of notes are found whatever their case and accents, each once", () => {
    expect(notesWords("Don't park; Café, 2nd floor. CAFÉ")).toEqual([
      "don",
      "t",
      "park",
      "cafe",
      "2nd",
      "floor",
    ]);
  });

  it("notes are found by the beginnings of their words in any order", () => {
    const notes = "Ring at the Café, code 4417";
    expect(notesHold(notes, ["441", "caf"])).toBe(true);
    expect(notesHold(notes, ["417"])).toBe(false);
    expect(notesHold(notes, ["cafe", "dog"])).toBe(false);
    expect(notesHold(undefined, ["cafe"])).toBe(false);
  });

  it("the words of notes are at most 512, of at most 31 bytes", () => {
    const numbers = Array.from({ length: 600 }, (_, at) => String(1000 + at));
    expect(notesWords(numbers.join(" "))).toEqual(numbers.slice(0, 512));
    expect(notesWords("x".repeat(40))).toEqual(["x".repeat(31)]);
  });
});

describe("the rank of a match", () => {
  it.each([
    [{ id: "C-1001", name: "Bo" }, "c-1001", 0],
    [{ id: "C-1", name: "Anna Bell" }, "anna bell", 1],
    [{ id: "C-1", name: "Anna Bell" }, "ann", 2],
    [{ id: "C-1", name: "Jo Anna" }, "ann", 3],
    [{ id: "C-1", name: "Joanna" }, "ann", 4],
  ])("the rank of a match of %j for %j is %d", (match, typed, rank) => {
    expect(searchRank(match, typed)).toBe(rank);
  });
});
