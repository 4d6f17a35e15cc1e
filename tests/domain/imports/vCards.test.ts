import { expect, it } from "vitest";
import { CELL_TOO_LONG } from "@domain/imports/table";
import { leftoverText } from "@domain/imports/leftoverNotes";
import { tableOfCards } from "@domain/imports/vCards";
import { importTable } from "../../support/importRows";
import { growsFaster, pumped } from "../../support/textGrowth";

/** The filled cells of each card, by their titles. */
function read(...lines: readonly string[]) {
  const table = tableOfCards(lines.join("\r\n"));
  if ("refusal" in table) throw new Error(table.refusal);
  return table.rows.map(({ cells }) =>
    Object.fromEntries(
      table.titles
        .map((title, index): [string, string] => [title, cells[index] ?? ""])
        .filter(([, cell]) => cell !== ""),
    ),
  );
}

const card = (...lines: readonly string[]) =>
  read("BEGIN:VCARD", "FN:Ann Field", ...lines, "END:VCARD")[0];

it("puts the preferred phone and e-mail address first, and the others behind their labels", () => {
  expect(
    card(
      "item1.TEL;TYPE=CELL:tel:+1-614-555-0101",
      "TEL;TYPE=HOME,PREF:614-555-0102",
      "EMAIL;TYPE=WORK:mailto:office@example.com",
      "EMAIL;PREF=1:ann@example.com",
    ),
  ).toEqual({
    Name: "Ann Field",
    Phone: "614-555-0102",
    "Other phones": "cell: +1-614-555-0101",
    "E-mail": "ann@example.com",
    "Other e-mails": "work: office@example.com",
  });
});

/** The cards of a file, their fields and what is kept of each. */
it.each([
  [
    "a fax before the phone",
    [
      "N:Park;Jo;;;",
      "FN:Jo Park",
      "TEL;TYPE=WORK,FAX:614-555-0199",
      "TEL;TYPE=CELL,VOICE:614-555-0102",
      "NICKNAME:Joey",
      "CATEGORIES:VIP,Gutters",
      "ADR;TYPE=HOME:PO Box 12;;4 Oak Ct;Troy;OH;45373;USA",
      "item1.X-ABRELATEDNAMES:Ann Park",
    ],
    {
      customer_name: "Jo Park",
      customer_phone: "6145550102",
      places: [{ job_address: "4 Oak Ct", job_city: "Troy, OH 45373" }],
    },
    [
      "Other phones: work fax: 614-555-0199",
      "Country: USA",
      "PO box: PO Box 12",
      "Nickname: Joey",
      "Categories: VIP,Gutters",
      "Related names: Ann Park",
    ],
  ],
  [
    "phones by their preference",
    [
      "FN:Jo Park",
      "TEL;PREF=2:614-555-0101",
      "TEL;TYPE=HOME:614-555-0103",
      "TEL;PREF=1:614-555-0102",
      "TEL;TYPE=CELL:614-555-0104",
    ],
    { customer_phone: "6145550102" },
    ["Other phones: 614-555-0101\ncell: 614-555-0104\nhome: 614-555-0103"],
  ],
  [
    "only numbers at which nobody speaks",
    ["FN:Jo Park", "TEL;FAX:614-555-0101", "item2.TEL:614-555-0102", "item2.X-ABLabel:Pager"],
    { customer_name: "Jo Park" },
    ["Other phones: fax: 614-555-0101\nPager: 614-555-0102"],
  ],
  [
    "a phone without a number before one with a number",
    ["FN:Jo Park", "TEL;CELL:ask Ann", "TEL;WORK:614-555-0102"],
    { customer_phone: "6145550102" },
    ["Other phones: cell: ask Ann"],
  ],
  [
    "every part of a name, and properties of any name",
    [
      "N:Smith;John;Quincy;Dr.;Jr.",
      "FN:John Smith",
      "item1.X-ABRELATEDNAMES:Ann",
      "item1.X-ABLabel:_$!<Spouse>!$_",
      "X-GATE-CODE:1234",
      "URL:example.com",
      "URL:example.org",
      "PHOTO:AAAA",
      "REV:2026-01-01",
    ],
    { customer_name: "John Quincy Smith Jr." },
    [
      "Name prefix: Dr.",
      "Related names: Spouse: Ann",
      "Gate code: 1234",
      "Website: example.com\nexample.org",
    ],
  ],
  [
    "properties that have the names of columns, long names, and files",
    [
      "FN:Jo Park",
      "TEL:614-555-0102",
      "X-PHONE:ask Ann",
      "X-COUNTRY:USA",
      `X-${"A".repeat(300)}:1`,
      `X-SEAL;ENCODING=b:${"A".repeat(20_001)}`,
    ],
    { customer_name: "Jo Park", customer_phone: "6145550102" },
    ["X-Phone: ask Ann", "X-Country: USA", `A${"a".repeat(97)}: 1`],
  ],
  [
    "a person of a company",
    ["N:Field;Ann;;;", "FN:Elm Bakery", "ORG:Elm Bakery"],
    { customer_name: "Elm Bakery" },
    ["Contact person: Ann Field"],
  ],
])("reads a card with %s", (_name, lines, fields, kept) => {
  const table = tableOfCards(["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD"].join("\n"));
  if ("refusal" in table) throw new Error(table.refusal);
  const { rows, faults } = importTable(table, { kind: "customers" });
  expect(faults).toEqual([]);
  expect(rows).toMatchObject([fields]);
  expect(rows[0]?.leftovers.map((one) => leftoverText(one))).toEqual(kept);
});

it("reads two addresses into columns, and further ones into one text", () => {
  expect(
    card(
      "ADR:12;;;Troy;OH;45373;USA",
      "ADR;TYPE=WORK:;;1 Far Rd;Xenia;OH;45385;",
      "ADR:;Unit 2;9 Oak St;Dayton;OH;45402;",
    ),
  ).toEqual({
    Name: "Ann Field",
    Street: "PO Box 12",
    City: "Troy",
    State: "OH",
    ZIP: "45373",
    Country: "USA",
    "Address 2 - Street": "9 Oak St",
    "Address 2 - Extended Address": "Unit 2",
    "Address 2 - City": "Dayton",
    "Address 2 - Region": "OH",
    "Address 2 - Postal Code": "45402",
    "Further addresses": "1 Far Rd, Xenia, OH, 45385",
  });
});

it("reads folded, escaped and quoted-printable text", () => {
  expect(
    card(
      "ORG:Field\\; Sons;Roofs",
      "NOTE:Two dogs\\, ",
      " big\\nGate code 7",
      "NOTE;ENCODING=QUOTED-PRINTABLE:Ring=20=",
      "twice, Caf=C3=A9",
    ),
  ).toEqual({
    Name: "Ann Field",
    Company: "Field; Sons, Roofs",
    Notes: "Two dogs, big\nGate code 7\nRing twice, Café",
  });
});

it("reads nothing between cards, and a card without its end up to the next one", () => {
  expect(
    read(
      "BEGIN:VCARD",
      "N:Field;Ann;;;",
      "END:VCARD",
      "TEL:6145550101",
      "BEGIN:VCARD",
      "FN:Bo Ek",
      "BEGIN:VCARD",
      "FN:Cy Li",
      "TEL:6145550103",
    ),
  ).toEqual([{ Name: "Ann Field" }, { Name: "Bo Ek" }, { Name: "Cy Li", Phone: "6145550103" }]);
});

it.each([
  ["a backslash at the end of a value", "N:", "1", "\\"],
  ["backslashes", "N:", "\\", "\\"],
  ["folded lines", "NOTE;QUOTED-PRINTABLE:=", "\n =", ""],
  ["continued lines", "NOTE;QUOTED-PRINTABLE:", "=\n", ""],
  ["quotes before a value", "NOTE;", '"', ":x"],
])("reads %s in time that grows no faster than the file", (_, ...parts) => {
  const [head, part, after] = parts;
  const textOf = pumped({ before: `BEGIN:VCARD\n${head}`, part, after });
  // Long enough for a text that is copied again for each of its lines.
  expect(growsFaster(tableOfCards, textOf, 4_096)).toBe(false);
});

it("keeps a backslash at the end of a value", () => {
  expect(card("ORG:Elm\\;Yard\\")).toMatchObject({ Company: "Elm;Yard\\" });
});

it.each(["NOTE:", "N:;", "NOTE;ENCODING=QUOTED-PRINTABLE:"])(
  "refuses a card with 20,001 characters after %s, and reads the others",
  (head) => {
    const table = tableOfCards(
      [
        "BEGIN:VCARD",
        "FN:Ann Field",
        `${head}${"x".repeat(20_001)}`,
        "BEGIN:VCARD",
        "FN:Bo Field",
        `PHOTO:${"x".repeat(20_001)}`,
      ].join("\n"),
    );
    expect(table).toEqual({
      titles: ["Name"],
      rows: [{ line: 2, cells: ["Bo Field"] }],
      faults: [{ line: 1, sentence: CELL_TOO_LONG }],
    });
  },
);
