import type { Page } from "@playwright/test";
import { closeDialog } from "./support/dialog";
import { editDialog, jobCard, openDay, openJob, saveField } from "./support/jobs";
import { lineTest, lineTestOnFreshServer as test } from "./support/lineTest";
import { measured } from "./support/measured";
import { Office } from "./support/office";
import { expect, NETWORK_ERRORS } from "./support/test";

test.use({ expectedConsoleErrors: NETWORK_ERRORS });
lineTest.use({ expectedConsoleErrors: NETWORK_ERRORS });

/** Far above what is promised, for a busy machine: each test prints what it measured. */
const SLACK_MS = 20_000;

const saveNotes = (page: Page, text: string) => saveField(editDialog(page), "Notes", text);

/** Until the code of the connection's notice and of toasts, which is loaded seconds after the day, has arrived too. */
async function openWholeDay(page: Page) {
  await openDay(page);
  await page.waitForFunction(() =>
    ["ConnectionNotice", "ToastContainer"].every((part) =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes(part)),
    ),
  );
}

const seesLoss = (page: Page) =>
  expect(page.getByText(/^(Offline|Connection lost)/).first()).toBeVisible({
    timeout: 70_000,
  });

const seesJobOf = (page: Page, customer: string) =>
  expect(jobCard(page, customer)).toBeVisible({ timeout: 70_000 });

test("a dead connection is noticed while a save is unanswered, and live data returns with the connection", async ({
  page,
  line,
  downspout,
}) => {
  await openWholeDay(page);
  const office = await Office.open(page.context(), downspout.url);
  const dialog = await openJob(page, "Ruth Okafor");
  await line.become("DEAD");
  await saveNotes(page, "Gate code 4417.");
  await measured("dead air noticed, with a save unanswered", () => seesLoss(page));
  // In the dialog, since a page under a modal dialog is not read out.
  const notice = dialog.getByRole("status").first();
  await expect(notice).toHaveText("Offline. 1 edit waiting");
  await office.addJob("Omar Diaz");
  await line.become("GOOD");
  // Both are gone again after some seconds.
  await Promise.all([
    measured("save confirmed after the line was back", () =>
      expect(page.getByText("Saved", { exact: true })).toBeVisible({
        timeout: SLACK_MS,
      }),
    ),
    expect(notice).toHaveText("Connected.", { timeout: SLACK_MS }),
  ]);
  await closeDialog(dialog);
  await seesJobOf(page, "Omar Diaz");
});

test("a dead connection is noticed while nothing is unanswered, and live data returns with the connection", async ({
  page,
  line,
  downspout,
}) => {
  await openWholeDay(page);
  const office = await Office.open(page.context(), downspout.url);
  await line.become("DEAD");
  await measured("dead air noticed, with nothing unanswered", () => seesLoss(page));
  await office.addJob("Omar Diaz");
  await line.become("GOOD");
  await measured("data back after the line was back", () => seesJobOf(page, "Omar Diaz"));
});

lineTest(
  "a socket that its router forgot is replaced while a save is unanswered",
  async ({ page, line }) => {
    await openWholeDay(page);
    await openJob(page, "Ruth Okafor");
    line.forgetConnections();
    await saveNotes(page, "Gate code 4417.");
    await measured("save confirmed over a new socket", () =>
      expect(page.getByText("Saved", { exact: true })).toBeVisible({
        timeout: 70_000,
      }),
    );
  },
);

test("the data is back after airplane mode", async ({ page, line, downspout }) => {
  await openWholeDay(page);
  const office = await Office.open(page.context(), downspout.url);
  await line.become("AIRPLANE");
  await measured("airplane mode noticed", () => seesLoss(page));
  await office.addJob("Omar Diaz");
  await line.become("GOOD");
  await measured("data back after the online event", () => seesJobOf(page, "Omar Diaz"));
});

test("a page that was hidden for more than 10 s does not trust its old socket", async ({
  page,
  line,
  downspout,
}) => {
  await openWholeDay(page);
  const office = await Office.open(page.context(), downspout.url);
  await show(page, "hidden");
  line.forgetConnections();
  await office.addJob("Omar Diaz");
  await show(page, "visible", { afterMs: 11_000 });
  await measured("data back after becoming visible", () => seesJobOf(page, "Omar Diaz"));
});

lineTest("a slow line is not taken for a dead one", async ({ page, line }) => {
  await openWholeDay(page);
  await openJob(page, "Ruth Okafor");
  let sockets = 0;
  page.on("websocket", () => (sockets += 1));
  await line.become("SLOW");
  for (const text of ["Dog", "Dog in the yard", "Dog in the yard. Call first."]) {
    await saveNotes(page, text);
    await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible({
      timeout: SLACK_MS,
    });
  }
  expect(sockets).toBe(0);
});

/** Sets what `document.visibilityState` answers: for Playwright every page is visible all the time. */
async function show(page: Page, state: DocumentVisibilityState, { afterMs = 0 } = {}) {
  await page.evaluate(
    ([value, ms]) => {
      const { now } = Date;
      Date.now = () => now() + ms;
      Object.defineProperty(document, "visibilityState", {
        value,
        configurable: true,
      });
      document.dispatchEvent(new Event("visibilitychange"));
    },
    [state, afterMs] as const,
  );
}
