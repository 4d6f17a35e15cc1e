import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJobLine, type JobLine } from "@domain/job/jobLine";
import {
  contactsNotOf,
  customerOfLine,
  whyNotBooked,
  type LineCustomer,
} from "@domain/job/lineBooking";

const NOW = new Date(2026, 10, 24, 9).getTime();
const WHOLE = "jordan sample 6145559876 88 elm st columbus tue dec 8 10a";

function read(text: string): JobLine {
  const line = readJobLine(text, { now: NOW, shownDay: "2026-11-24" });
  if (line === null) throw new Error(`not a line: ${text}`);
  return line;
}

const JORDAN = {
  customer_id: "C-1001",
  customer_name: "Jordan Sample",
  customer_phone: "6145559876",
};
const OTHER_PHONE = {
  ...JORDAN,
  customer_id: "C-1002",
  customer_phone: "6145550000",
};
const PARTNER = { ...JORDAN, customer_id: "C-1003", customer_name: "Ann Pell" };
const BY_EMAIL = {
  customer_id: "C-1005",
  customer_name: "Jordan Sample",
  customer_email: "Jordan@Example.com",
};
const E_MAIL = "jordan sample jordan@example.com 88 elm st columbus";
const NO_PHONE = { customer_id: "C-1004", customer_name: "Sample, Jordan" };

describe("the customer of a line", () => {
  it.each([
    ["nobody is found", WHOLE, [], "new"],
    ["nobody agrees", WHOLE, [{ customer_id: "C-1", customer_name: "Bo Ek" }], "new"],
    ["name and phone agree", WHOLE, [JORDAN], "known"],
    ["name and phone agree with one of two", WHOLE, [JORDAN, OTHER_PHONE], "known"],
    ["a partner has the same phone", WHOLE, [PARTNER, JORDAN], "known"],
    ["only the phone agrees", WHOLE, [PARTNER], "unclear"],
    ["the phone is another one", WHOLE, [OTHER_PHONE], "unclear"],
    ["the known one has no phone", WHOLE, [NO_PHONE], "known"],
    ["name and e-mail agree in another case", E_MAIL, [BY_EMAIL], "known"],
    ["the e-mail is another one", E_MAIL.replace("jordan@", "office@"), [BY_EMAIL], "unclear"],
    ["one customer is found by name and phone", WHOLE, [JORDAN, JORDAN], "known"],
    ["only a name is said", "jordan sample 88 elm st", [JORDAN], "known"],
    ["two have the name", "jordan sample 88 elm st", [JORDAN, OTHER_PHONE], "unclear"],
  ] as const)(
    "the customer of a line is new, known or unclear when %s",
    (_when, text, found, kind) => {
      expect(customerOfLine(read(text), found).kind).toBe(kind);
    },
  );

  it("keeps a contact that a known customer does not have", () => {
    expect(contactsNotOf(read(WHOLE), NO_PHONE)).toEqual(["6145559876"]);
    expect(contactsNotOf(read(WHOLE), JORDAN)).toEqual([]);
    expect(contactsNotOf(read(E_MAIL), BY_EMAIL)).toEqual([]);
    expect(contactsNotOf(read(E_MAIL), JORDAN)).toEqual(["jordan@example.com"]);
  });
});

const reason = (
  text: string,
  customer: LineCustomer<typeof NO_PHONE> | undefined = { kind: "new" },
  now = NOW,
) => {
  const line = read(text);
  return whyNotBooked({ line, reading: line.date?.readings[0], customer, now });
};

describe("booking at once", () => {
  it("booking at once needs only a name, an address and a whole future date", () => {
    expect(reason(WHOLE)).toBeNull();
    expect(reason("jordan sample 88 elm st tue dec 8 10a")).toBeNull();
    expect(reason(WHOLE, { kind: "known", customer: JORDAN })).toBeNull();
  });

  it.each([
    ["6145559876 88 elm st, columbus, tue dec 8 10a", "The name is missing."],
    ["jordan sample 6145559876 tue dec 8 10a", "The address is missing."],
    ["jordan sample 88 elm st columbus", "The date is missing."],
    ["jordan sample 88 elm st columbus tue dec 8", "The time is missing."],
    ["jordan sample 88 elm st columbus yesterday 10a", "The date is past."],
    [`${WHOLE} dog in yard`, "Not every word has its place."],
    [`${WHOLE} 450`, "Not every word has its place."],
  ])("booking at once is refused for %j", (text, sentence) => {
    expect(reason(text)).toBe(sentence);
  });

  it("refuses to book at once while the customer is not certain", () => {
    expect(reason(WHOLE, { kind: "unclear", like: JORDAN })).toBe(
      "The customer may be known already.",
    );
    expect(reason(WHOLE, { kind: "known", customer: NO_PHONE })).toBe(
      "The customer has no such phone or e-mail.",
    );
    const line = read(WHOLE);
    const reading = line.date?.readings[0];
    expect(whyNotBooked({ line, reading, customer: undefined, now: NOW })).toBe(
      "The customers are being searched.",
    );
  });

  it("refuses to book at once for a date that can be read in two ways", () => {
    const line = read(WHOLE);
    const [reading] = line.date?.readings ?? [];
    if (!reading) throw new Error("no reading");
    const date = { visit: "estimate", readings: [reading, reading] } as const;
    expect(
      whyNotBooked({
        line: { ...line, date },
        reading,
        customer: { kind: "new" },
        now: NOW,
      }),
    ).toBe("The date can be read in more than one way.");
  });

  it("booking at once loses no word that is added to a line", () => {
    const word = fc.constantFrom("450", "zq", "12", "5551234", "$5-6", "dog", "7b");
    fc.assert(
      fc.property(word, fc.nat(WHOLE.split(" ").length), (extra, at) => {
        const words = WHOLE.split(" ");
        const line = read([...words.slice(0, at), extra, ...words.slice(at)].join(" "));
        const isElsewhere = JSON.stringify(line).toLowerCase().includes(extra);
        expect(isElsewhere).toBe(true);
      }),
    );
  });
});
