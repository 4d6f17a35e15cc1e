import { describe, expect, it } from "vitest";
import {
  changedSinceSentence,
  CHANGE_KINDS,
  historyLines,
  isUndoable,
  takenSentence,
  valueLines,
  type RecordedWrite,
} from "@domain/history/history";

const at = (time: number) => `time ${time}`;

function linesOf(write: Partial<RecordedWrite>): string[] {
  const whole = { table: "jobs", before: {}, after: {}, ...write } as const;
  return historyLines([whole], at);
}

describe("historyLines", () => {
  it("shows statuses, prices and times as screens do", () => {
    const before = { job_status: "lead", jobs_price: null, job_city: "Edina" };
    const after = { job_status: "approved", jobs_price: 1200, job_city: null };
    expect(linesOf({ before, after })).toEqual([
      "Status: New Lead → Approved",
      "Price: empty → $1,200.00",
      "City: Edina → empty",
    ]);
    expect(
      linesOf({
        before: { job_install_date: 1 },
        after: { job_install_date: 2 },
      }),
    ).toEqual(["Install date: time 1 → time 2"]);
  });

  it("shows phones as the form does, and a text without digits as it is", () => {
    const before = { customer_phone: "5550100002" };
    const after = { customer_phone: "ask Ann" };
    expect(linesOf({ table: "customers", before, after })).toEqual([
      "Phone: (555) 010-0002 → ask Ann",
    ]);
    expect(valueLines(before, at)).toEqual(["Phone: (555) 010-0002"]);
  });

  it.each([
    ["5", "gutter", "Reorder level, Gutter 5 in"],
    ["any", "soffit", "Reorder level, Soffit"],
    [undefined, undefined, "Reorder level"],
  ])("says of the reorder level of size %s and category %s: %s", (size, name, label) => {
    const table = "inventoryReorderLevels";
    const level = { table, size, name } as const;
    expect(linesOf({ ...level, before: { level: 2 }, after: { level: 10 } })).toEqual([
      `${label}: 2 → 10`,
    ]);
    expect(linesOf({ ...level, before: null, after: { level: 10 } })).toEqual([`${label}: 10`]);
  });

  it("counts the photos that were added and removed", () => {
    const photos = (before: string[], after: string[]) =>
      linesOf({
        before: { job_drawings: before },
        after: { job_drawings: after },
      });
    expect(photos(["a"], ["b", "c"])).toEqual(["Drawings: 2 added, 1 removed"]);
    expect(photos(["a", "b"], ["b", "a"])).toEqual(["Drawings: reordered"]);
  });

  it("names creation, deletion and restoration, and leaves out marks", () => {
    expect(linesOf({ before: null })).toEqual(["Job created"]);
    expect(linesOf({ moved: "trashed" })).toEqual(["Job deleted"]);
    expect(linesOf({ moved: "restored" })).toEqual(["Job restored"]);
    expect(linesOf({ before: { demo: "unchanged" }, after: { demo: "changed" } })).toEqual([]);
  });

  it.each([
    ["inventoryReorderLevels", { level: 10 }, "Reorder level: 10"],
    ["inventoryReorderLevels", {}, "Reorder level: empty"],
    ["inventoryPrices", { size: "6", price: 3 }, "Price 6 in: $3.00"],
    ["inventoryPrices", { size: "any", price: 3 }, "Price: $3.00"],
    ["customers", {}, "Customer created"],
    ["inventoryItems", {}, "Item created"],
    ["inventoryColors", {}, "Color created"],
    ["customerDetails", {}, "Imported details created"],
    ["messageTemplates", { message_company: "Elm" }, "Company name: empty → Elm"],
  ] as const)("says of a new row of %s with %j: %s", (table, after, line) => {
    expect(linesOf({ table, before: null, after })).toEqual([line]);
  });

  it.each([
    ["job_estimate_date", 1, "Estimate date: time 1"],
    ["jobs_price", 0, "Price: $0.00"],
    ["level", 5, "Reorder level: 5"],
    ["job_notes", "", "Notes: empty"],
    [
      "job_categories",
      ["Trim Replace", "Gutter cleaning"],
      "Categories: Trim Replace, Gutter cleaning",
    ],
    ["job_categories", [], "Categories: empty"],
    ["category", "soffit", "Category: Soffit"],
    ["category", "constructor", "Category: constructor"],
    ["job_status", "estimate_sent", "Status: Estimate Delivered"],
  ])("shows the value of %s %j as %j", (field, value, line) => {
    expect(valueLines({ [field]: value }, at)).toEqual([line]);
  });

  it("shows no files, marks and nested values among the values of a row", () => {
    const values = { job_drawings: ["a"], demo: "changed", job_city: {} };
    expect(valueLines(values, at)).toEqual([]);
  });

  it("shows the new price of an item", () => {
    const after = { itemId: "x", size: "5", price: 12.5 };
    expect(linesOf({ table: "inventoryPrices", before: null, after })).toEqual([
      "Price 5 in: $12.50",
    ]);
  });

  it.each([
    ["6", "Price 6 in: $3.00 → empty"],
    ["any", "Price: $3.00 → empty"],
    [undefined, "Price: $3.00 → empty"],
  ])("shows the changed price of the size %s", (size, line) => {
    const values = { before: { price: 3 }, after: { price: null } };
    expect(linesOf({ table: "inventoryPrices", size, ...values })).toEqual([line]);
  });
});

it("offers the undo of every change but those that nothing brings back, and of none twice", () => {
  expect(CHANGE_KINDS.filter((kind) => !isUndoable({ kind })).toSorted()).toEqual([
    "generate",
    "messages.noteEstimate",
    "messages.noteOpened",
    "undoRun",
  ]);
  expect(isUndoable({ kind: "jobs.update", undoneBy: "id" })).toBe(false);
});

describe("the sentences that refuse an undo", () => {
  it("the sentences that refuse an undo name the field, if a person knows it", () => {
    expect(changedSinceSentence("job_status")).toBe(
      "Status was changed since, so this cannot be undone.",
    );
    expect(changedSinceSentence("job_status", "Dana Reyes")).toBe(
      "Status was changed since by Dana Reyes, so this cannot be undone.",
    );
    expect(changedSinceSentence("demo")).toBe("This was changed since, so this cannot be undone.");
  });

  it("the sentences that refuse an undo name the first of what exists again, and count the rest", () => {
    expect(takenSentence(["SKU A", "color 180"])).toBe(
      "These exist again: SKU A, color 180. Delete them first, then restore.",
    );
    expect(takenSentence(["1", "2", "3", "4", "5"])).toBe(
      "These exist again: 1, 2, 3, 4, 5. Delete them first, then restore.",
    );
    expect(takenSentence(["1", "2", "3", "4", "5", "6"])).toBe(
      "These exist again: 1, 2, 3, 4, 5 and 1 more. Delete them first, then restore.",
    );
  });
});
