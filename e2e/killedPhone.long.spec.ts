import { crewTest as test, expectNothingLost, newSeed } from "./support/crewTest";

const KILLS = Number(process.env.PHONE_KILLS ?? 200);

test(`a crew's days lose nothing when the browser is killed ${KILLS} times`, async ({ photo }) => {
  test.setTimeout(0);
  await expectNothingLost({
    seed: newSeed(),
    kills: KILLS,
    faultyStore: 0.25,
    photo,
  });
});
