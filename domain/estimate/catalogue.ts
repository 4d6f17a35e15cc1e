import type { ItemUnit } from "./units";
import { GUTTER_SIZES, type GutterSize } from "../stock/gutterSizes";
import type { ItemCategory } from "../stock/inventory";
import { PRICE_SIZES, type PriceSize, type SizePrice } from "../stock/prices";

/** Starter inventory: the items and colors that a gutter contractor stocks. */
export type CatalogueItem = {
  readonly sku: string;
  readonly name: string;
  readonly category: ItemCategory;
  readonly sizeOptions: GutterSize[];
  readonly prices: readonly SizePrice[];
};

export type CatalogueColor = {
  readonly colorNumber: string;
  readonly colorName: string;
  readonly hexColor: string;
  readonly sizeOptions: GutterSize[];
};

type SizedPrices = { readonly [Size in PriceSize]?: number };

/** Prices in dollars per piece, or per foot: see `UNIT_ROWS`. */
const ITEM_ROWS: readonly (readonly [
  sku: string,
  name: string,
  category: ItemCategory,
  prices: SizedPrices,
])[] = [
  ["GUT-COIL", "Gutter Coil .032", "gutter", { 5: 1.85, 6: 2.3 }],
  ["GUT-SEAMLESS", "Seamless K-Style Gutter", "gutter", { 5: 7.5, 6: 9.25 }],
  ["GUT-HALFROUND", "Half-Round Gutter", "gutter", { 5: 11.5, 6: 13.75 }],
  ["MIT-STRIP-IN", "In Strip Miter", "gutter", { 5: 6.4, 6: 7.8 }],
  ["MIT-STRIP-OUT", "Out Strip Miter", "gutter", { 5: 6.4, 6: 7.8 }],
  ["MIT-BAY-IN", "In Bay Miter", "gutter", { 5: 14.25, 6: 17.5 }],
  ["MIT-BAY-OUT", "Out Bay Miter", "gutter", { 5: 14.25, 6: 17.5 }],
  ["MIT-BOX-IN", "In Box Miter", "gutter", { 5: 9.6, 6: 11.9 }],
  ["MIT-BOX-OUT", "Out Box Miter", "gutter", { 5: 9.6, 6: 11.9 }],
  ["CAP-LEFT", "Left End Cap", "gutter", { 5: 1.35, 6: 1.75 }],
  ["CAP-RIGHT", "Right End Cap", "gutter", { 5: 1.35, 6: 1.75 }],
  ["ELB-A", "A Elbow", "gutter", { 5: 3.1, 6: 4.65 }],
  ["ELB-B", "B Elbow", "gutter", { 5: 3.1, 6: 4.65 }],
  ["ELB-OFFSET", "Offset Elbow", "gutter", { 5: 6.95, 6: 8.5 }],
  ["DSP-10", "Downspout 10 ft", "gutter", { 5: 17.9, 6: 26.4 }],
  ["DSP-OUTLET", "Downspout Outlet", "gutter", { 5: 1.2, 6: 1.6 }],
  ["DSP-FUNNEL", "Downspout Funnel", "gutter", { 5: 5.25, 6: 6.75 }],
  ["DSP-BAND", "Downspout Band", "gutter", { 5: 1.1, 6: 1.4 }],
  ["HGR-HIDDEN", "Hidden Hanger with Screw", "gutter", { 5: 0.78, 6: 0.95 }],
  ["HGR-STRAP", "Roof Strap Hanger", "gutter", { any: 1.65 }],
  ["SEAL-TUBE", "Gutter Sealant 10 oz", "gutter", { any: 8.95 }],
  ["RIVET-100", "Colored Pop Rivets, 100", "gutter", { any: 12.5 }],
  ["SPL-BLOCK", "Splash Block", "gutter", { any: 11.75 }],
  ["FLT-MESH", "Micro-Mesh Leaf Guard 4 ft", "filter", { 5: 14.8, 6: 16.9 }],
  ["FLT-PERF", "Perforated Leaf Guard 4 ft", "filter", { 5: 5.6, 6: 6.8 }],
  ["FLT-HELMET", "Reverse-Curve Hood 10 ft", "filter", { 5: 31.5, 6: 35.25 }],
  ["FLT-FOAM", "Foam Gutter Insert 4 ft", "filter", { 5: 7.25, 6: 8.75 }],
  ["FLT-STRAINER", "Downspout Strainer", "filter", { any: 2.95 }],
  ["WOD-1X6", "Primed Fascia Board 1x6, 16 ft", "wood", { any: 27.8 }],
  ["WOD-1X8", "Primed Fascia Board 1x8, 16 ft", "wood", { any: 36.4 }],
  ["WOD-2X6", "Sub-Fascia 2x6, 16 ft", "wood", { any: 16.9 }],
  ["WOD-CDX", "CDX Plywood 1/2 in, 4x8", "wood", { any: 38.5 }],
  ["WOD-WEDGE", "Cedar Fascia Wedge", "wood", { any: 2.1 }],
  ["TRM-COIL", "Trim Coil 24 in x 50 ft", "trim", { any: 129 }],
  ["TRM-FASCIA", "Fascia Cover 12 ft", "trim", { 5: 18.6, 6: 21.4 }],
  ["TRM-DRIP", "Drip Edge 10 ft", "trim", { any: 8.4 }],
  ["TRM-GAPRON", "Gutter Apron 10 ft", "trim", { any: 9.15 }],
  ["TRM-FRIEZE", "Frieze Runner 12 ft", "trim", { any: 11.2 }],
  ["TRM-NAILS", "Painted Trim Nails, 1 lb", "trim", { any: 13.25 }],
  ["SOF-VENT", "Vented Soffit Panel 12 ft", "soffit", { any: 24.6 }],
  ["SOF-SOLID", "Solid Soffit Panel 12 ft", "soffit", { any: 23.9 }],
  ["SOF-JCHAN", "J-Channel 12 ft", "soffit", { any: 7.45 }],
  ["SOF-FCHAN", "F-Channel 12 ft", "soffit", { any: 8.8 }],
  ["SOF-HDIV", "H-Divider 12 ft", "soffit", { any: 9.6 }],
];

/** Items that are counted in feet, and the feet of one piece of items sold in lengths. Others are counted in pieces. */
const UNIT_ROWS: Readonly<Record<string, "foot" | number>> = {
  "GUT-COIL": "foot",
  "GUT-SEAMLESS": "foot",
  "GUT-HALFROUND": "foot",
  "DSP-10": 10,
  "FLT-MESH": 4,
  "FLT-PERF": 4,
  "FLT-HELMET": 10,
  "FLT-FOAM": 4,
  "WOD-1X6": 16,
  "WOD-1X8": 16,
  "WOD-2X6": 16,
  "TRM-COIL": 50,
  "TRM-FASCIA": 12,
  "TRM-DRIP": 10,
  "TRM-GAPRON": 10,
  "TRM-FRIEZE": 12,
  "SOF-VENT": 12,
  "SOF-SOLID": 12,
  "SOF-JCHAN": 12,
  "SOF-FCHAN": 12,
  "SOF-HDIV": 12,
};

const BOTH = GUTTER_SIZES;
const ONLY_5: readonly GutterSize[] = ["5"];

/** Painted aluminum coil, with the color names that the trade uses. */
const COLOR_ROWS: readonly (readonly [
  colorNumber: string,
  colorName: string,
  hexColor: string,
  sizeOptions: readonly GutterSize[],
])[] = [
  ["001", "30 Degree White", "#f1efe8", BOTH],
  ["002", "80 Degree White", "#f8f8f4", BOTH],
  ["110", "Eggshell", "#e8e0cf", BOTH],
  ["115", "Antique Ivory", "#e3d6b8", ONLY_5],
  ["120", "Classic Cream", "#eadfc0", BOTH],
  ["125", "Linen", "#ddd2bb", BOTH],
  ["130", "Almond", "#d8c9ab", BOTH],
  ["135", "Wicker", "#b9aa8e", BOTH],
  ["140", "Sandtone", "#c4b398", BOTH],
  ["145", "Desert Sand", "#bda587", ONLY_5],
  ["150", "Herringbone", "#aa9f8c", BOTH],
  ["155", "Cameo", "#d5c3b0", ONLY_5],
  ["160", "Pebblestone Clay", "#a3957f", BOTH],
  ["165", "Clay", "#b3a183", BOTH],
  ["170", "Deerskin", "#a5815f", ONLY_5],
  ["175", "Montana Suede", "#8a7763", BOTH],
  ["180", "Musket Brown", "#4b3a2f", BOTH],
  ["185", "Royal Brown", "#3e2c24", BOTH],
  ["190", "Cocoa Brown", "#5b4436", BOTH],
  ["195", "Beaver Brown", "#6b5643", ONLY_5],
  ["200", "Terratone", "#5d5448", BOTH],
  ["205", "Terra Bronze", "#574a3b", BOTH],
  ["210", "Dark Bronze", "#3f362d", BOTH],
  ["215", "Rugged Canyon", "#7c5c45", ONLY_5],
  ["220", "Pearl Gray", "#b9b9b2", BOTH],
  ["225", "Dove Gray", "#918f8a", BOTH],
  ["230", "Silver Gray", "#a7aaa9", BOTH],
  ["235", "Harbor Gray", "#7f878a", BOTH],
  ["240", "Victorian Gray", "#8d9089", ONLY_5],
  ["245", "Colonial Gray", "#6f7472", BOTH],
  ["250", "Tuxedo Gray", "#575b5b", BOTH],
  ["255", "Charcoal Gray", "#44484b", BOTH],
  ["260", "Black", "#1f2123", BOTH],
  ["265", "Forest Green", "#253d32", BOTH],
  ["270", "Evergreen", "#2f4a3c", ONLY_5],
  ["275", "Hartford Green", "#36463b", BOTH],
  ["280", "Traditional Blue", "#33506a", ONLY_5],
  ["285", "Pacific Blue", "#5b7f93", ONLY_5],
  ["290", "Scotch Red", "#7c2f2b", BOTH],
  ["295", "Colonial Red", "#6d231f", ONLY_5],
  ["300", "Copper Penny", "#9a5b3a", BOTH],
];

export const CATALOGUE_ITEMS: readonly CatalogueItem[] = ITEM_ROWS.map(
  ([sku, name, category, sized]) => ({
    sku,
    name,
    category,
    sizeOptions: BOTH.filter((size) => sized[size] !== undefined),
    prices: pricesOf(sized),
  }),
);

export const CATALOGUE_COLORS: readonly CatalogueColor[] = COLOR_ROWS.map(
  ([colorNumber, colorName, hexColor, sizeOptions]) => ({
    colorNumber,
    colorName,
    hexColor,
    sizeOptions: [...sizeOptions],
  }),
);

/** How an item is counted until the office has set it. Items that are not in the catalogue are counted in pieces. */
export function catalogueUnit(sku: string): ItemUnit {
  const row = Object.hasOwn(UNIT_ROWS, sku) ? UNIT_ROWS[sku] : undefined;
  if (row === undefined) return { unit: "piece" };
  return row === "foot" ? { unit: row } : { unit: "piece", pieceFeet: row };
}

function pricesOf(sized: SizedPrices): SizePrice[] {
  return PRICE_SIZES.flatMap((size) => {
    const price = sized[size];
    return price === undefined ? [] : [{ size, price }];
  });
}
