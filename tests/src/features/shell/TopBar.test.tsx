import { readFileSync } from "node:fs";
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { renderApp } from "../../../support/renderApp";
import { hueOf, tokenColors } from "../../../support/styles";

beforeEach(() => {
  window.scrollTo = () => {};
});

// Spec 2.3
test.each(["/", "/receipts"])(
  "Home is highlighted in lime, in both themes, on %s",
  async (path) => {
    renderApp({ path });
    expect(await screen.findByRole("link", { name: "Home" })).toHaveClass(
      "bg-accent-tint",
      "text-accent-ink",
    );
    for (const other of ["Dashboard", "Calendar"]) {
      expect(screen.getAllByRole("link", { name: other })[0]).not.toHaveClass("bg-accent-tint");
    }
    for (const token of ["accent-tint", "accent-ink"]) {
      expect(tokenColors(token)).toHaveLength(2);
      for (const color of tokenColors(token)) {
        expect(hueOf(color)).toBeGreaterThan(70);
        expect(hueOf(color)).toBeLessThan(95);
      }
    }
  },
);

test.each([
  ["/", "Home"],
  ["/dashboard?date=2026-11-25", "Dashboard"],
  ["/receipts", null],
])("aria-current and an underline mark the current section, on %s", async (path, name) => {
  renderApp({ path });
  await screen.findByRole("link", { name: "Home" });
  const links = within(screen.getByRole("navigation", { name: "Main" })).getAllByRole("link");
  for (const link of links) expect(link).toHaveClass("aria-[current=page]:underline");
  const current = links.filter((link) => link.ariaCurrent === "page");
  expect(current.map((link) => link.textContent)).toEqual(name ? [name] : []);
});

test("the page shows the same bar until its scripts are loaded", async () => {
  const page = new DOMParser().parseFromString(readFileSync("index.html", "utf8"), "text/html");
  renderApp({ path: "/receipts" });
  await screen.findByRole("link", { name: "Home" });
  const rendered = screen.getAllByRole("banner")[0]!;
  for (const later of rendered.querySelectorAll("nav ~ *")) later.remove();
  expect(shapeOf(page.querySelector("#root > header"))).toEqual(shapeOf(rendered));
});

/** The elements, their attributes in no order, and their text. */
function shapeOf(element: Element | null): unknown {
  return (
    element && {
      tag: element.tagName.toLowerCase(),
      attributes: Object.fromEntries(
        [...element.attributes].map(({ name, value }) => [name, value]),
      ),
      within:
        element.childElementCount > 0
          ? [...element.children].map(shapeOf)
          : element.textContent?.trim(),
    }
  );
}
