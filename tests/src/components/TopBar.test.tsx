import { readFileSync } from "node:fs";
import { join } from "node:path";
import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { renderApp } from "../../support/renderApp";

beforeEach(() => {
  window.scrollTo = () => {};
});

/** Degrees on the color wheel: red is 0, yellow 60, green 120. */
function hueOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    parseInt(hex.slice(at, at + 2), 16),
  );
  const high = Math.max(red, green, blue);
  const low = Math.min(red, green, blue);
  // Every lime has its green on top.
  expect(high).toBe(green);
  return 60 * (2 + (blue - red) / (high - low));
}

test.each(["/", "/receipts"])(
  "Home is highlighted in lime, in both themes, on %s",
  async (path) => {
    renderApp({ path });
    expect(await screen.findByRole("link", { name: "Home" })).toHaveClass(
      "bg-accent-tint",
      "text-accent-ink",
    );
    for (const other of ["Dashboard", "Calendar"]) {
      expect(screen.getAllByRole("link", { name: other })[0]).not.toHaveClass(
        "bg-accent-tint",
      );
    }
    const styles = readFileSync(
      join(import.meta.dirname, "../../../src/styles.css"),
      "utf8",
    );
    const colors = [
      ...styles.matchAll(/--accent-(?:ink|tint): (#[0-9a-f]{6})/g),
    ];
    expect(colors).toHaveLength(4);
    for (const [, color = ""] of colors) {
      expect(hueOf(color)).toBeGreaterThan(70);
      expect(hueOf(color)).toBeLessThan(95);
    }
  },
);
