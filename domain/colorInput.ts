/** The rules for a new color. Only an import adds colors: apart from the rules of stock, which the job dialog loads. */
import { parseHex } from "./colors";
import type { GutterSize } from "./gutterSizes";
import { refused } from "./inputRules";
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
export const colorInput = {
  colorNumber: (number: string) => {
    if (colorNumberOf(number) !== number) throw refused(COLOR_NUMBER_DASHED);
    return number;
  },
  colorName: (name: string | undefined) => {
    if (name === undefined || name.trim() === "")
      throw refused(COLOR_INCOMPLETE);
    return name;
  },
  hexColor: (hex: string | undefined) => {
    if (hex === undefined) throw refused(COLOR_INCOMPLETE);
    if (parseHex(hex) !== hex) throw refused(HEX_UNKNOWN);
    return hex;
  },
  sizeOptions: (sizes: GutterSize[] | undefined) => {
    if (sizes === undefined || sizes.length === 0)
      throw refused(COLOR_INCOMPLETE);
    return sizes;
  },
};
