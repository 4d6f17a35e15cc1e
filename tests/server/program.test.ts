import { expect, it } from "vitest";
import { version } from "../../package.json";
import { productVersion } from "../../server/program";

it("the product version is the version of package.json", () => {
  expect(productVersion()).toBe(version);
});
