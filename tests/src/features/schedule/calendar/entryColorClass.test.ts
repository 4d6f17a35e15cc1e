import { expect, test } from "vitest";
import { entryColorClass } from "@/features/schedule/calendar/entryColorClass";
import { contrast } from "@domain/stock/colors";
import { hueOf, lightnessOf, tokenColors } from "../../../../support/styles";

/** The background color of the entry type in styles.css. */
function backgroundOf(type: string): string {
  const [, token = ""] = /bg-(entry-[a-z-]+)/.exec(entryColorClass(type)) ?? [];
  const [color = ""] = tokenColors(token);
  return color;
}

// Spec 2.45
test("an estimate is dark red and an install orange", () => {
  expect(hueOf(backgroundOf("estimate"))).toBeCloseTo(0, 0);
  expect(lightnessOf(backgroundOf("estimate"))).toBeLessThan(0.4);
  expect(hueOf(backgroundOf("install"))).toBeGreaterThan(20);
  expect(hueOf(backgroundOf("install"))).toBeLessThan(40);
});

// Spec 2.46
test("any other type is green, amber or sky, always the same one", () => {
  const types = Array.from({ length: 50 }, (_, at) => `type ${at}`);
  const hues = new Set(types.map((type) => hueOf(backgroundOf(type))));
  const [amber = 0, green = 0, sky = 0, ...others] = [...hues].sort((one, other) => one - other);
  expect(others).toEqual([]);
  expect(amber).toBeGreaterThan(40);
  expect(amber).toBeLessThan(55);
  expect(green).toBeGreaterThan(90);
  expect(green).toBeLessThan(150);
  expect(sky).toBeGreaterThan(190);
  expect(sky).toBeLessThan(215);
  for (const type of types) {
    expect(entryColorClass(type)).toBe(entryColorClass(type));
  }
});

test("the marks and badges of visits have enough contrast in both themes", () => {
  const contrasts = (one: string, other: string) => {
    const [a, b] = [tokenColors(one), tokenColors(other)];
    expect([a.length, b.length]).toEqual([2, 2]);
    return a.map((color, theme) => contrast(color, b[theme]!));
  };
  for (const ground of ["surface", "canvas", "raised"])
    for (const mark of ["entry-dark-red", "entry-orange"])
      for (const ratio of contrasts(mark, ground))
        expect(ratio, `${mark} on ${ground}`).toBeGreaterThanOrEqual(3);
  for (const type of ["estimate", "install"])
    for (const ratio of contrasts(`${type}-ink`, `${type}-tint`))
      expect(ratio, type).toBeGreaterThanOrEqual(4.5);
});
