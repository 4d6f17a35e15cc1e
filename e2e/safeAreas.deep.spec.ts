import { seedJobs } from "./support/jobs";
import { signUp } from "./support/people";
import { expect, test } from "./support/test";
import { TOUCH } from "./support/touch";

test.use(TOUCH);

const SCREENS = [
  "/",
  "/calendar",
  "/calendar?view=week",
  "/dashboard",
  "/inventory",
  "/jobs",
  "/prices",
  "/settings",
];
/** Of a phone that is turned: its notch at the left, and the line at the bottom with which one goes home. */
const INSETS = { left: 59, right: 59, bottom: 21 };
const WINDOW = { width: 852, height: 393 };

test("no screen has a control under the notch of a turned phone, or its end under the home indicator", async ({
  page,
}) => {
  await page.setViewportSize(WINDOW);
  await signUp(page);
  await page.goto("/");
  const noon = await page.evaluate(() => new Date().setHours(12, 0, 0, 0));
  await seedJobs(page, [
    {
      customer: { customer_name: "Ruth Okafor" },
      job_address: "72 Birch Street",
      job_estimate_date: noon,
    },
  ]);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setSafeAreaInsetsOverride", {
    insets: INSETS,
  });
  for (const path of SCREENS) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const safe = {
      left: INSETS.left,
      right: WINDOW.width - INSETS.right,
      bottom: WINDOW.height - INSETS.bottom,
    };
    expect(await page.evaluate(controlsOutside, safe), path).toEqual([]);
  }
});

/** Runs in the page: what can be pressed and is not whole within the given edges of the window. */
function controlsOutside(safe: {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}): string[] {
  const controls = document.querySelectorAll("a, button, input, select");
  return [...controls]
    .map((control) => ({ control, box: control.getBoundingClientRect() }))
    .filter(
      ({ box }) =>
        box.width > 1 &&
        (box.left < safe.left || box.right > safe.right + 1 || box.bottom > safe.bottom + 1),
    )
    .map(({ control }) => control.outerHTML.slice(0, 160));
}
