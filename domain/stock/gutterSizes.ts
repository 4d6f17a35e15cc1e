/** Nominal gutter sizes in inches. */
export const GUTTER_SIZES = ["5", "6"] as const;

export type GutterSize = (typeof GUTTER_SIZES)[number];

/** "5 in". */
export function gutterSizeLabel(size: GutterSize): string {
  return `${size} in`;
}

/** The sizes with one more, in their order. */
export function withSize(sizes: readonly GutterSize[], size: GutterSize): GutterSize[] {
  return GUTTER_SIZES.filter((each) => each === size || sizes.includes(each));
}
