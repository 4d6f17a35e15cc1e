import { crewTest as test, expectNothingLost, newSeed } from "./support/crewTest";

test("two days of a crew lose nothing when the browser is killed 40 times", async ({ photo }) => {
  test.setTimeout(600_000);
  await expectNothingLost({
    seed: newSeed(),
    kills: 40,
    faultyStore: 0.15,
    photo,
  });
});

const SHORT_DAY = ["edit", "edit", "mark", "text", "photo", "create", "stock"] as const;

test("a crew's day loses nothing when the browser is killed three times", async ({ photo }) => {
  test.setTimeout(600_000);
  await expectNothingLost({
    seed: 20_260_314,
    kills: 3,
    faultyStore: 0.25,
    day: SHORT_DAY,
    photo,
  });
});
