import { screen } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { OrderDialog } from "@/features/inventory/OrderDialog";
import type { NeededItem } from "@/job/NeedsTable";
import { NeedsDialog } from "@/features/schedule/needs/NeedsDialog";
import { aColor } from "../../../../support/builders";
import { FakeBackend, renderOn, stubLayout } from "../../../../support/fakeBackend";

beforeAll(stubLayout);

const RANGE = { from: 1_000, until: 2_000 };
const AT = new Date(2026, 10, 20, 9).getTime();
const PIECE = { unit: "piece", isCoil: false, undivided: 0, at: AT } as const;

const NEEDS: NeededItem[] = [
  { ...PIECE, name: "Splash Block", quantity: 2, inStock: 9 },
  { ...PIECE, name: "End Cap", size: "6", quantity: 4, inStock: null },
  {
    ...{ ...PIECE, name: "Gutter Coil .032", unit: "foot", isCoil: true },
    ...{ size: "6", colorNumber: "180", quantity: 150, inStock: 50 },
    undivided: 25,
  },
  {
    ...{ ...PIECE, name: "Half-Round Gutter", unit: "foot" },
    ...{ size: "6", quantity: 30, inStock: 30 },
  },
];

function backendWith(needs: NeededItem[], isWhole = true) {
  const backend = new FakeBackend();
  const asked: object[] = [];
  backend.answer(api.lines.needed, (of) => {
    asked.push(of);
    return { needs, jobs: 3, isWhole };
  });
  backend.answer(api.office.settings, () => ({ waste_percent: 8 }));
  backend.answer(api.inventory.listItems, () => []);
  backend.answer(api.inventory.listColors, () => [aColor()]);
  return { backend, asked };
}

function open(needs: NeededItem[], isWhole?: boolean) {
  const { backend, asked } = backendWith(needs, isWhole);
  renderOn(backend, <NeedsDialog range={RANGE} days="Friday" onClose={() => undefined} />);
  return asked;
}

it("shows short items first, coil in pounds too, and the stock of a color beyond its items", () => {
  const asked = open(NEEDS);
  expect(asked).toEqual([{ ...RANGE, wastePercent: 8 }]);
  const cellsOf = [...document.querySelectorAll("[role=dialog] tbody tr")].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(cellsOf).toEqual([
    ["Gutter Coil .032, 6 in, Musket Brown", ...["150 ft84 lb", "50 ft", "100 ft56 lb"]],
    ["End Cap, 6 inSide not chosen", "4", "–", "–"],
    ["Splash Block", "2", "9", "0"],
    ["Half-Round Gutter, 6 in", "30 ft", "30 ft", "0 ft"],
  ]);
  expect(screen.getByRole("dialog")).toHaveTextContent(
    "Also in stock, counted without an item: 25 of Musket Brown.",
  );
});

it("prints the list in place of the day", () => {
  open(NEEDS);
  const sheet = document.querySelector("[data-print-sheet]");
  expect(sheet).toHaveTextContent("Materials needed · Friday");
  expect(sheet).toHaveTextContent("Gutter Coil .032, 6 in, Musket Brown");
});

it.each([
  ["nothing is needed", [], true, "Nothing is needed"],
  ["the list is not whole", NEEDS, false, "These are the first."],
] as const)("says that %s", (_what, needs, isWhole, text) => {
  open([...needs], isWhole);
  expect(screen.getByRole("dialog")).toHaveTextContent(text);
});

it("the list of what to order has the materials that the installs of fourteen days lack, and by when", () => {
  const { backend, asked } = backendWith(NEEDS);
  renderOn(backend, <OrderDialog onClose={() => undefined} />);
  const [{ from, until }] = asked as [typeof RANGE];
  expect(Math.round((until - from) / 86_400_000)).toBe(14);
  const [table] = screen.getAllByRole("table");
  expect(table).toHaveTextContent("For installs of the next 14 days");
  expect(table).toHaveTextContent("Needed by Nov 20, 26");
  expect(table).not.toHaveTextContent("Splash Block");
});
