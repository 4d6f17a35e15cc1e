/** The rules for a new color. Only an import adds colors: apart from the rules of stock, which the job dialog loads. */
import * as z from "zod/mini";
import { parseHex } from "./colors";
import { GUTTER_SIZES } from "./gutterSizes";
import { colorNumberOf } from "./inventory";
import { formatCount } from "./text";

/** The most colors of an office: few enough to be shown as one list. */
export const MAX_COLORS = 1_000;

export const TOO_MANY_COLORS = `An office has at most ${formatCount(MAX_COLORS)} colors.`;
export const HEX_UNKNOWN = "Enter a hex color such as #8b5a2b.";
const COLOR_NUMBER_DASHED = "Give a new color a number without a dash.";
const COLOR_INCOMPLETE =
  "This color is not in your inventory. To add it, the row needs its name, hex color and sizes.";

/** A new color. An intake names its color by what stands before the first dash. */
export const colorInput = z.object({
  colorNumber: z
    .string()
    .check(
      z.refine(
        (number) => colorNumberOf(number) === number,
        COLOR_NUMBER_DASHED,
      ),
    ),
  colorName: z
    .string(COLOR_INCOMPLETE)
    .check(z.refine((name) => name.trim() !== "", COLOR_INCOMPLETE)),
  hexColor: z
    .string(COLOR_INCOMPLETE)
    .check(z.refine((hex) => parseHex(hex) === hex, HEX_UNKNOWN)),
  sizeOptions: z
    .array(z.enum(GUTTER_SIZES), COLOR_INCOMPLETE)
    .check(z.minLength(1, COLOR_INCOMPLETE)),
});
