/** What the demo's office has taken in, and below which stock it orders again. */
import type { GutterSize } from "../../domain/gutterSizes";

interface Level {
  readonly colorNumber: string;
  readonly size: GutterSize;
  readonly level: number;
}

export interface Delivery {
  readonly sku: string;
  readonly quantity: number;
  readonly size?: GutterSize;
  readonly colorNumber?: string;
}

/** Numbers of CATALOGUE_COLORS in domain/catalogue.ts. */
const COLORS = ["001", "002", "130", "165", "180", "185", "210", "245", "260"];

/** Feet of coil, and pieces of the rest. */
const FOR_EACH_COLOR: readonly (Omit<Delivery, "colorNumber" | "size"> & {
  readonly size: GutterSize;
})[] = [
  { sku: "GUT-COIL", quantity: 640, size: "5" },
  { sku: "GUT-COIL", quantity: 420, size: "6" },
  { sku: "DSP-10", quantity: 34, size: "5" },
  { sku: "ELB-A", quantity: 48, size: "5" },
  { sku: "ELB-B", quantity: 36, size: "5" },
  { sku: "CAP-LEFT", quantity: 22, size: "5" },
  { sku: "CAP-RIGHT", quantity: 24, size: "5" },
];

export const DELIVERIES: readonly Delivery[] = [
  ...COLORS.flatMap((colorNumber, at) =>
    FOR_EACH_COLOR.slice(0, 2 + ((at * 3) % 6)).map((received) => ({
      ...received,
      quantity: Math.round((received.quantity * (9 - at)) / 9) + 4,
      colorNumber,
    })),
  ),
  { sku: "FLT-MESH", quantity: 160, size: "5" },
  { sku: "FLT-MESH", quantity: 90, size: "6" },
  { sku: "FLT-PERF", quantity: 75, size: "5" },
  { sku: "WOD-1X6", quantity: 28 },
  { sku: "WOD-1X8", quantity: 14 },
  { sku: "TRM-COIL", quantity: 6 },
  { sku: "TRM-GAPRON", quantity: 44 },
  { sku: "SOF-VENT", quantity: 36 },
  { sku: "SOF-JCHAN", quantity: 30 },
  { sku: "SEAL-TUBE", quantity: 48 },
];

/** Two colors have less than their levels. */
export const REORDER_LEVELS: readonly Level[] = [
  { colorNumber: "001", size: "5", level: 500 },
  { colorNumber: "130", size: "6", level: 250 },
  { colorNumber: "180", size: "5", level: 400 },
  { colorNumber: "260", size: "5", level: 150 },
  { colorNumber: "260", size: "6", level: 100 },
];
