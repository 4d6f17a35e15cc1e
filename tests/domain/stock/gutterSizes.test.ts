import { expect, it } from "vitest";
import { GUTTER_SIZES, gutterSizeLabel } from "@domain/stock/gutterSizes";

// Spec 0.1
it("labels the gutter sizes in inches", () => {
  expect(GUTTER_SIZES.map(gutterSizeLabel)).toEqual(["5 in", "6 in"]);
});
