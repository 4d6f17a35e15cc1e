import type { Page } from "@playwright/test";
import { editDialog, openDay, openJob } from "./support/jobs";
import {
  expect,
  NETWORK_ERRORS,
  testOnFreshServer as test,
} from "./support/test";

test.use({ expectedConsoleErrors: NETWORK_ERRORS });

/** As a phone that runs out of memory does: no event reaches the page. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent("crash");
  const session = await page.context().newCDPSession(page);
  session.send("Page.crash").catch(() => undefined);
  await crashed;
}

test("text in a field survives a crash, is offered at the next start, and is saved once it is used", async ({
  page,
}) => {
  await openDay(page);
  const dialog = await openJob(page, "Ruth Okafor");
  await dialog.getByLabel("Notes").fill("Gate code 4417.");
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const [name = ""] = (await indexedDB.databases()).flatMap((each) =>
          each.name?.startsWith("downspout:") ? [each.name] : [],
        );
        const db = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.onsuccess = () => resolve(opening.result);
          opening.onerror = () => reject(new Error("not opened"));
        });
        const counting = db.transaction("typed").objectStore("typed").count();
        const count = await new Promise<number>((resolve) => {
          counting.onsuccess = () => resolve(counting.result);
        });
        db.close();
        return count;
      }),
    )
    .toBe(1);
  await crash(page);

  const later = await page.context().newPage();
  await later.goto("/dashboard");
  await expect(
    later.getByText("You were writing in 72 Birch Street"),
  ).toBeVisible();
  await later.getByRole("button", { name: "Open", exact: true }).click();
  const found = editDialog(later).getByRole("region", { name: "Typed before" });
  await expect(found).toContainText("Notes: Gate code 4417.");
  await found.getByRole("button", { name: "Use" }).click();
  const notes = editDialog(later).getByLabel("Notes");
  await expect(notes).toBeFocused();
  await expect(notes).toHaveValue("Gate code 4417.");
  await notes.press("Tab");
  await expect(later.getByText("Saved", { exact: true })).toBeVisible();
  await expect(found).toBeHidden();

  await later.reload();
  const again = await openJob(later, "Ruth Okafor");
  await expect(again.getByLabel("Notes")).toHaveValue("Gate code 4417.");
  await expect(later.getByText(/You were writing/)).toHaveCount(0);
});
