import { expect, it } from "vitest";
import { CELL_TOO_LONG } from "@domain/imports/table";
import { tableOfCards } from "@domain/imports/vCards";
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

it("reads two addresses into columns, and further ones into one text", () => {
  expect(
    card(
      "ADR:12;;;Troy;OH;45373;USA",
      "ADR;TYPE=WORK:;Unit 2;9 Oak St;Dayton;OH;45402;",
      "ADR:;;1 Far Rd;Xenia;OH;45385;",
    ),
  ).toEqual({
    Name: "Ann Field",
    Street: "PO Box 12",
    City: "Troy",
    State: "OH",
    ZIP: "45373",
    "Address 2 - Street": "9 Oak St, Unit 2",
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
  ).toEqual([
    { Name: "Ann Field" },
    { Name: "Bo Ek" },
    { Name: "Cy Li", Phone: "6145550103" },
  ]);
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
