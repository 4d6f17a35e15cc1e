/** The stock of the example data: deliveries of catalogue items in some colors, and reorder levels. */
import type { GutterSize } from "../stock/gutterSizes";

interface FakeDelivery {
  readonly sku: string;
  readonly quantity: number;
  readonly size: GutterSize;
  readonly colorNumber: string;
}

const COLORS = ["001", "002", "130", "165", "180", "185", "210", "245", "260"];

/** Feet of coil, and pieces of the rest. */
const FOR_EACH_COLOR: readonly Omit<FakeDelivery, "colorNumber">[] = [
  { sku: "GUT-COIL", quantity: 640, size: "5" },
  { sku: "GUT-COIL", quantity: 420, size: "6" },
  { sku: "DSP-10", quantity: 34, size: "5" },
  { sku: "ELB-A", quantity: 48, size: "5" },
  { sku: "ELB-B", quantity: 36, size: "5" },
  { sku: "CAP-LEFT", quantity: 22, size: "5" },
  { sku: "CAP-RIGHT", quantity: 24, size: "5" },
];

export const FAKE_DELIVERIES: readonly FakeDelivery[] = COLORS.flatMap((colorNumber, at) =>
  FOR_EACH_COLOR.slice(0, 2 + ((at * 3) % 6)).map((received) => ({
    ...received,
    quantity: Math.round((received.quantity * (9 - at)) / 9) + 4,
    colorNumber,
  })),
);

/** Two colors have less than their levels. */
export const FAKE_REORDER_LEVELS: readonly {
  readonly colorNumber: string;
  readonly size: GutterSize;
  readonly level: number;
}[] = [
  { colorNumber: "001", size: "5", level: 500 },
  { colorNumber: "130", size: "6", level: 250 },
  { colorNumber: "180", size: "5", level: 400 },
  { colorNumber: "260", size: "5", level: 150 },
  { colorNumber: "260", size: "6", level: 100 },
];
