/** Text colors on a coil color: black or white, whichever has more contrast. */
const INKS = ["#000000", "#ffffff"] as const;

export type Ink = (typeof INKS)[number];

type Channels = readonly [red: number, green: number, blue: number];

/** "#8b5a2b" and "8B5A2B" and "#852" -> "#8b5a2b"; null if it is not a color. */
export function parseHex(text: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (digits === undefined) return null;
  const six = digits.length === 6 ? digits : digits.replace(/./g, "$&$&");
  return `#${six.toLowerCase()}`;
}

/** The text color for a background; its contrast is at least 4.5 to 1. */
export function inkOn(background: string): Ink {
  const [black, white] = INKS;
  return contrast(background, black) >= contrast(background, white) ? black : white;
}

/** The WCAG 2 contrast ratio, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((left, right) => left - right);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = channels(hex);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function channels(hex: string): Channels {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
