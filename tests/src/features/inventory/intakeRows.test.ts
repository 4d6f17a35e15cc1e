import { describe, expect, it } from "vitest";
import {
  blankRow,
  isBlank,
  missingErrors,
  QUANTITY_MISSING,
  QUANTITY_NOT_WHOLE,
  serverErrors,
  toIntake,
  typedErrors,
  withItem,
  type DraftRow,
} from "@/features/inventory/intakeRows";
import { anItem } from "../../../support/builders";

const row = (id: number, change: Partial<DraftRow> = {}): DraftRow => ({
  ...blankRow(id),
  ...change,
});

const full = (id: number, change: Partial<DraftRow> = {}) =>
  row(id, {
    itemId: "item1",
    size: "5",
    quantity: "12",
    color: "180 - Musket Brown",
    ...change,
  });

describe("intake rows", () => {
  it("an intake row is blank until it has any input", () => {
    expect(isBlank(row(1))).toBe(true);
    expect(isBlank(row(1, { quantity: " " }))).toBe(true);
    expect(isBlank(row(1, { color: "180" }))).toBe(false);
    expect(isBlank(row(1, { itemId: "item1" }))).toBe(false);
  });

  it("takes the item's first size, or keeps its size if the item offers it", () => {
    const both = anItem({ sizeOptions: ["5", "6"] });
    const priced = anItem({ _prices: [{ size: "6", price: 2 }] });
    expect(withItem(row(1), both._id, both).size).toBe("5");
    expect(withItem(row(1, { size: "6" }), both._id, both).size).toBe("6");
    expect(withItem(row(1, { size: "5" }), priced._id, priced).size).toBe("6");
    expect(withItem(row(1, { size: "5" }), "", null).size).toBe("any");
    const any = anItem();
    expect(withItem(row(1, { size: "5" }), any._id, any).size).toBe("any");
  });
});

describe("the submitted entries", () => {
  // Spec 5.20, 5.21, 5.22
  it("the submitted entries have a numeric quantity, the color number and no empty size", () => {
    expect(toIntake([full(1), full(2, { size: "any", color: "" })])).toEqual({
      entries: [
        {
          itemId: "item1",
          type: "intake",
          quantity: 12,
          size: "5",
          colorNumber: "180",
        },
        { itemId: "item1", type: "intake", quantity: 12 },
      ],
      rowIds: [1, 2],
      skippedCount: 0,
    });
  });

  it("the submitted entries skip rows without an item or a quantity, and count the filled ones", () => {
    const intake = toIntake([row(1), full(2, { itemId: "" }), full(3), full(4, { quantity: "" })]);
    expect(intake.rowIds).toEqual([3]);
    expect(intake.skippedCount).toBe(2);
  });
});

describe("row errors", () => {
  it.each(["1.5", "ten", "1,000", "5-"])("row errors report a quantity of %j", (quantity) => {
    expect(typedErrors([full(1), full(2, { quantity })])).toEqual({
      2: { quantity: QUANTITY_NOT_WHOLE },
    });
  });

  it("row errors report a color that is longer than a call takes", () => {
    const long = (length: number) => full(2, { color: `${"1".repeat(length)} - Brown` });
    expect(typedErrors([long(100)])).toEqual({});
    expect(typedErrors([full(1), long(101)])).toEqual({
      2: { color: "Keep the color under 101 characters." },
    });
  });

  it("row errors do not report a missing quantity, because that row is skipped", () => {
    expect(typedErrors([full(1, { quantity: " " }), row(2)])).toEqual({});
  });

  it("row errors report missing fields if nothing can be sent", () => {
    expect(missingErrors([row(1), full(2, { quantity: "" })])).toEqual({
      2: { quantity: QUANTITY_MISSING },
    });
  });

  it("row errors map the server's entry index to the row that was sent", () => {
    const intake = toIntake([row(1), full(2), full(7)]);
    expect(
      serverErrors(intake, {
        field: "entries.1.colorNumber",
        message: "Row 2: There is no color 999. Choose one from the list.",
      }),
    ).toEqual({
      7: { color: "There is no color 999. Choose one from the list." },
    });
    expect(serverErrors(intake, { field: "entries.0.quantity", message: "No." })).toEqual({
      2: { quantity: "No." },
    });
  });

  it.each(["entries", "entries.9.quantity", "quantity", undefined])(
    "row errors map no row for the field %j",
    (field) => {
      const refusal = { message: "No.", ...(field && { field }) };
      expect(serverErrors(toIntake([full(1)]), refusal)).toBeNull();
    },
  );
});
