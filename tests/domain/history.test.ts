import { describe, expect, it } from "vitest";
import {
  changedSinceSentence,
  historyLines,
  takenSentence,
  valueLines,
  type RecordedWrite,
} from "@domain/history";

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
    expect(
      linesOf({ before: { demo: "unchanged" }, after: { demo: "changed" } }),
    ).toEqual([]);
  });

  it("shows the new price of an item", () => {
    const after = { itemId: "x", size: "5", price: 12.5 };
    expect(linesOf({ table: "inventoryPrices", before: null, after })).toEqual([
      "Price 5 in: $12.50",
    ]);
  });
});

describe("the sentences that refuse an undo", () => {
  it("the sentences that refuse an undo name the field, if a person knows it", () => {
    expect(changedSinceSentence("job_status")).toBe(
      "Status was changed since, so this cannot be undone.",
    );
    expect(changedSinceSentence("job_status", "Dana Reyes")).toBe(
      "Status was changed since by Dana Reyes, so this cannot be undone.",
    );
    expect(changedSinceSentence("demo")).toBe(
      "This was changed since, so this cannot be undone.",
    );
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
