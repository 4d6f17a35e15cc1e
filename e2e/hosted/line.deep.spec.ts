import { DANA } from "../support/clerkPeople";
import { addJob, openJob, saveField, todayAt } from "../support/jobs";
import { hostedLineTest as test } from "../support/lineTest";
import { measured } from "../support/measured";
import { expect, NETWORK_ERRORS } from "../support/test";

test.use({ expectedConsoleErrors: NETWORK_ERRORS });

test("a dead connection is noticed, and a save is sent after it although the token has expired", async ({
  openAs,
  clerk,
  line,
}) => {
  clerk.tokenLifetimeSeconds = 6;
  const page = await openAs(DANA);
  await addJob(page, {
    customer: "Nora Finch",
    address: "4 Elm St",
    estimate: await todayAt(page, "23:30"),
  });
  const dialog = await openJob(page, "Nora Finch");
  const check = page.waitForRequest((sent) => sent.url().endsWith("/version"));
  await line.become("DEAD");
  clerk.isReachable = false;
  await saveField(dialog, "Notes", "Gate code 4417.");
  await measured("hosted: dead air noticed, with a save unanswered", () =>
    expect(page.getByText("Offline. 1 edit waiting")).toBeVisible({
      timeout: 30_000,
    }),
  );
  await expect
    .poll(() => Date.now(), { timeout: 15_000 })
    .toBeGreaterThan(endOf(clerk.tokens.at(-1)!) + 1000);
  clerk.isReachable = true;
  await line.become("GOOD");
  await measured("hosted: save confirmed after the line was back", () =>
    expect(page.getByText("Saved", { exact: true })).toBeVisible({
      timeout: 30_000,
    }),
  );
  await expect(page.getByText("Connected.", { exact: true })).toBeVisible();
  // The page's policy and the backend's headers let the check pass.
  const answer = await page.evaluate(
    async (url) => (await fetch(url, { mode: "no-cors" })).type,
    (await check).url(),
  );
  expect(answer).toBe("opaque");
});

/** Epoch milliseconds. */
function endOf(token: string): number {
  const body = Buffer.from(token.split(".")[1]!, "base64url").toString();
  return (JSON.parse(body) as { exp: number }).exp * 1000;
}
