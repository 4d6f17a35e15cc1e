import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { lineOf, type LineRow } from "@domain/estimate/lines";
import { LineItem } from "@/features/jobs/materials/LineItem";
import type { LineChanges } from "@/features/jobs/materials/useLineChanges";
import type { Catalogue } from "@/offline/useCatalogue";
import { COLORS, ITEMS, offerNamed } from "../../../../support/offeredItems";
import { aUser, retype } from "../../../../support/user";

const WHITE = COLORS[1]!;
const ONLY_FIVE = COLORS.find(({ sizeOptions }) => !sizeOptions.includes("6"))!;

function aRow(name: string, fields: Partial<LineRow> = {}): LineRow {
  const of = { size: "6", color: WHITE, quantity: 4 } as const;
  return {
    ...{ _id: "line1", clientKey: "key1", order: "i" },
    ...{ ...lineOf(offerNamed(name), of), ...fields },
  };
}

/** An open row, and the changes that it makes. */
function open(line: LineRow) {
  const edit = vi.fn();
  const catalogue = { items: ITEMS, colors: COLORS, uses: {}, asOf: null };
  const rowOf = (shown: LineRow) => (
    <LineItem
      line={shown}
      catalogue={catalogue as unknown as Catalogue}
      changes={{ edit } as unknown as LineChanges}
      {...{ color: undefined, isOpen: true, isNew: false }}
      onToggle={() => undefined}
      onDone={() => undefined}
    />
  );
  const { rerender } = render(rowOf(line));
  return {
    edits: edit.mock.calls,
    user: aUser(),
    show: (shown: LineRow) => rerender(rowOf(shown)),
  };
}

it("a quantity is sent with the value that the person saw when they began to type", async () => {
  const line = aRow("End Cap");
  const { user, show, edits } = open(line);
  await retype(user, screen.getByLabelText("Quantity"), "6");
  show({ ...line, quantity: 5 });
  await user.tab();
  expect(edits).toEqual([
    [
      [{ clientKey: "key1", quantity: 6 }],
      { label: "End Cap, 6 in, 80 Degree White", seen: { quantity: 4 } },
    ],
  ]);
});

it("another size is chosen among the sizes of the item, and the price stays", async () => {
  const { user, edits } = open(aRow("End Cap"));
  await user.selectOptions(screen.getByLabelText("Size"), "5 in");
  expect(edits[0]?.[0]).toEqual([{ clientKey: "key1", size: "5" }]);
});

it("a size in which the color does not come is refused at its field", async () => {
  const { colorNumber, colorName } = ONLY_FIVE;
  const line = aRow("End Cap", { size: "5", colorNumber, colorName });
  const { user, edits } = open(line);
  const size = screen.getByLabelText("Size");
  await user.selectOptions(size, "6 in");
  expect(size).toHaveAccessibleDescription(`${colorName} does not come in 6 inch.`);
  expect(size).toHaveValue("5");
  expect(edits).toEqual([]);
});

it.each([
  ["of an item that fits every size", aRow("Splash Block")],
  ["of an item that the office no longer has", aRow("End Cap", { itemId: "gone" })],
])("a row %s has no size to choose", (_, line) => {
  open(line);
  expect(screen.queryByLabelText("Size")).toBeNull();
});

it("a row shows that its size is open", () => {
  open(aRow("End Cap", { size: undefined }));
  expect(screen.getByLabelText("Size")).toHaveDisplayValue("Not chosen");
});
