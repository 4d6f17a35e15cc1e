import { crewTest as test, expectNothingLost } from "./support/crewTest";

/** The fast tier has no time for a whole day: see killedPhone.deep.spec.ts. */
const SHORT_DAY = [
  "edit",
  "edit",
  "mark",
  "text",
  "photo",
  "create",
  "stock",
] as const;

test("a crew's day loses nothing when the browser is killed three times", async ({
  photo,
}) => {
  test.setTimeout(600_000);
  await expectNothingLost({
    seed: 20_260_314,
    kills: 3,
    day: SHORT_DAY,
    photo,
  });
});
