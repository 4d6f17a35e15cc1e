import { crewTest as base, expectNothingLost, newSeed } from "./support/crewTest";
import { Release } from "./support/release";
import { expect } from "./support/test";

const test = base.extend<{ readonly nextRelease: Release }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern.
  nextRelease: async ({}, use) => {
    const release = await Release.make();
    await use(release);
    await release.remove();
  },
});

test("a working day with 20 cuts, 5 kills and a new version in between loses nothing", async ({
  photo,
  nextRelease,
}) => {
  test.setTimeout(600_000);
  const report = await expectNothingLost({
    seed: newSeed(),
    kills: 5,
    cuts: 20,
    faultyStore: 0.1,
    nextRelease: nextRelease.program,
    photo,
  });
  expect(report.cuts).toBe(20);
  expect(report.release).toBe("next");
});
