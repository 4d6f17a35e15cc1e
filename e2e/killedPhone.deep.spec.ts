import {
  crewTest as test,
  expectNothingLost,
  newSeed,
} from "./support/crewTest";

test("two days of a crew lose nothing when the browser is killed 40 times", async ({
  photo,
}) => {
  test.setTimeout(600_000);
  await expectNothingLost({ seed: newSeed(), kills: 40, photo });
});
