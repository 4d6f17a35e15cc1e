import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { OutboxChange } from "convex-outbox";
import type { LineFields, LineRow } from "@domain/estimate/lines";
import { useChange } from "@/offline/useChange";
import { useLineChanges } from "@/features/jobs/materials/useLineChanges";
import { aJob } from "../../../../support/builders";
import { A_UUID, expectCall } from "../../../../support/expectCall";

vi.mock("@/offline/useChange");

const KEY = "00000000-0000-4000-8000-000000000000";
const LINE: LineRow = {
  ...{ _id: "line1", clientKey: KEY, name: "End Cap", order: "i" },
  ...{ unit: "piece", size: "6", quantity: 2, price: 1.75 },
};
const KEPT = {
  subject: { key: "job1", label: "12 Oak St", customer: "Ann Field" },
  ...{ field: null, base: undefined },
  ...{ needs: undefined, creates: undefined, shows: undefined },
};

/** The changes that the page makes. */
function open() {
  const made: OutboxChange[] = [];
  const make = (change: OutboxChange) => {
    made.push(change);
  };
  vi.mocked(useChange).mockReturnValue({ make } as unknown as ReturnType<typeof useChange>);
  const { current } = renderHook(() => useLineChanges(aJob())).result;
  const sent = (): OutboxChange => {
    const [change] = made;
    if (change === undefined) throw new Error("Nothing was changed.");
    return change;
  };
  return { changes: current, sent };
}

it("adds a row at the end, with a key of its own", () => {
  const { changes, sent } = open();
  const fields: LineFields = {
    ...{ name: "Strip Miter", unit: "piece", size: "6" },
    ...{ pieceFeet: undefined, quantity: 4, price: 7.8 },
  };
  const key = changes.add([LINE], fields);
  expectCall("lines.add", sent(), {
    ...KEPT,
    args: {
      id: "job1",
      lines: [
        {
          ...{ name: "Strip Miter", unit: "piece", size: "6" },
          ...{ quantity: 4, price: 7.8, clientKey: A_UUID, order: "r" },
        },
      ],
    },
    label: "Strip Miter",
  });
  expect(key).toEqual(A_UUID);
});

it("edits rows by their keys, and clears with null", () => {
  const { changes, sent } = open();
  changes.edit([{ clientKey: KEY, price: null }], { label: "End Cap, 6 in" });
  expectCall("lines.edit", sent(), {
    ...KEPT,
    args: { id: "job1", lines: [{ clientKey: KEY, price: null }] },
    label: "End Cap, 6 in",
  });
});

it("an edit of one row is sent with the values that the person saw", () => {
  const { changes, sent } = open();
  const edit = { clientKey: KEY, quantity: 3, colorName: "Ivory" };
  changes.edit([edit], { label: "End Cap, 6 in", seen: LINE });
  expectCall("lines.edit", sent(), {
    ...KEPT,
    args: { id: "job1", lines: [edit] },
    base: { quantity: 2, colorName: null },
    label: "End Cap, 6 in",
  });
});

it("removes a row by its key", () => {
  const { changes, sent } = open();
  changes.remove(LINE);
  expectCall("lines.remove", sent(), {
    ...KEPT,
    args: { id: "job1", keys: [KEY] },
    label: "End Cap removed",
  });
});
