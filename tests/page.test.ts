import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const page = readFileSync(join(import.meta.dirname, "../index.html"), "utf8");

// Spec 1.5
it("the page's title is the product's name", () => {
  expect(page).toContain("<title>Downspout</title>");
});

// Spec 1.6
it("the page describes itself as a web application", () => {
  expect(page).toMatch(
    /<meta\s+name="description"\s+content="Downspout is a web application\b/,
  );
});
