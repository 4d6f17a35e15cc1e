import { expect, it } from "vitest";
import { takeLines } from "@domain/changes/lineStock";
import type { Rows } from "@domain/changes/rows";
import type { LineRow } from "@domain/estimate/lines";
import { aJob } from "../../support/builders";

const NONE = () => undefined;
const ARGS = { id: "job1", wastePercent: 10 };

function aLine(at: number, fields: Partial<LineRow>): LineRow {
  return {
    ...{ _id: `l${at}`, clientKey: `k${at}`, order: "i", quantity: 20 },
    ...{ name: "Splash Block", unit: "piece", itemId: "block", ...fields },
  };
}

/** Rows with so much of each item in stock, which count how often the stock is asked for. */
function rowsWith(lines: readonly LineRow[], inStock: number) {
  const asked: string[] = [];
  const rows: Rows = {
    job: () => aJob(),
    lines: () => lines,
    ...{ customer: NONE, item: NONE, color: NONE },
    lineStock: {
      coil: { _id: "coil", name: "Gutter Coil" },
      countsAt: ({ itemId }) => {
        asked.push(itemId);
        return [{ name: itemId, quantity: inStock }];
      },
    },
  };
  return { rows, asked };
}

it("plans once what is taken, and says from its writes what was missing", () => {
  const lines = [
    aLine(0, {}),
    aLine(1, { unit: "foot", sku: "GUT-SEAMLESS", itemId: "gutter" }),
    aLine(2, { name: "Haul away", unit: undefined, itemId: undefined }),
    aLine(3, { itemId: "cap", taken: 20, takenItem: "cap" }),
  ];
  const { rows, asked } = rowsWith(lines, 12);
  const writes = takeLines.apply(rows, ARGS);
  const planned = asked.length;
  expect(planned).toBeGreaterThan(0);
  const done = { rows, args: ARGS, writes, ids: [], replaced: null };
  expect(takeLines.answer(done)).toEqual({
    left: ["8 Splash Block", "10 ft Gutter Coil"],
  });
  expect(asked).toHaveLength(planned);
});
