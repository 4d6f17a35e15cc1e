/** What the demo's office has taken in: the stock of the example data, and items without a color. */
import { FAKE_DELIVERIES } from "../../domain/demo/fakeStock";
import type { GutterSize } from "../../domain/stock/gutterSizes";

interface Delivery {
  readonly sku: string;
  readonly quantity: number;
  readonly size?: GutterSize;
  readonly colorNumber?: string;
}

export const DELIVERIES: readonly Delivery[] = [
  ...FAKE_DELIVERIES,
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
