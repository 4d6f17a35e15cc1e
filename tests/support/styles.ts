import { readFileSync } from "node:fs";
import { join } from "node:path";

const styles = readFileSync(join(import.meta.dirname, "../../src/styles.css"), "utf8");

/** The colors of a token of styles.css, as `#rrggbb`: one for each theme that defines it. */
export function tokenColors(token: string): string[] {
  const found = [...styles.matchAll(new RegExp(`--${token}: (#[0-9a-f]{6});`, "g"))];
  return found.map(([, color = ""]) => color);
}

/** The rules of styles.css, outside of others, whose selector ends so. */
export function rulesOf(selector: string): string {
  const rules = styles.match(/^[^\s/@}][^{}]*\{[^{}]*\}/gm) ?? [];
  return rules.filter((rule) => rule.includes(`${selector} {`)).join("\n");
}

/** Degrees on the color wheel: red is 0, yellow 60, green 120, blue 240. */
export function hueOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color);
  const high = Math.max(red, green, blue);
  const range = high - Math.min(red, green, blue);
  if (high === red) return (60 * ((green - blue) / range) + 360) % 360;
  if (high === green) return 60 * (2 + (blue - red) / range);
  return 60 * (4 + (red - green) / range);
}

/** How light a color is: black is 0, white is 1. */
export function lightnessOf(color: string): number {
  return (Math.max(...channels(color)) + Math.min(...channels(color))) / 510;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
}
