import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { forgetEpoch, readEpoch } from "../../../server/backup/epoch";
import { temporaryFolder } from "../../../packages/embedded-convex/tests/support/temporaryFolder";

it("an epoch names a data folder until its data is replaced", () => {
  const [folder, other] = [temporaryFolder(), temporaryFolder()];
  const epoch = readEpoch(folder);
  expect(epoch).not.toBe("");
  expect(readEpoch(folder)).toBe(epoch);
  expect(readEpoch(other)).not.toBe(epoch);
  forgetEpoch(folder);
  const next = readEpoch(folder);
  expect(next).not.toBe(epoch);
  expect(readEpoch(folder)).toBe(next);
});

it("forgets the epoch of a folder that has none", () => {
  expect(() => forgetEpoch(temporaryFolder())).not.toThrow();
});

it.each(["", "7b0d3c1e-5a64"])(
  "replaces an epoch whose writing was interrupted at %o",
  (written) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "epoch"), written);
    const epoch = readEpoch(folder);
    expect(epoch).toHaveLength(36);
    expect(readEpoch(folder)).toBe(epoch);
  },
);
