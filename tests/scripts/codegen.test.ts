import { expect, it } from "vitest";
import { existingFiles, generatedFiles } from "../../scripts/codegen";

it("convex/_generated is what `npm run codegen` writes today", async () => {
  expect(await existingFiles()).toEqual(await generatedFiles());
});
