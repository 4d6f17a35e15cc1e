import { expect, it } from "vitest";
import { existingFiles, generatedFiles } from "../../scripts/codegen";

it("convex/_generated is up to date with `npm run codegen`", async () => {
  expect(await existingFiles()).toEqual(await generatedFiles());
});
