import type { Page } from "@playwright/test";
import { expectClosed } from "./support/dialog";
import { editDialog, openDay, openJob } from "./support/jobs";
import { partsAreLoaded } from "./support/pageParts";
import { signUp } from "./support/people";
import {
  colorCard,
  fillRow,
  openAddInventory,
  seedDefaults,
} from "./support/stock";
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

test("stock taken in without a server shows at once, and is on the server once after the reconnect", async ({
  page,
  downspout,
}) => {
  await signUp(page);
  await seedDefaults(page);
  await page.goto("/inventory");
  await partsAreLoaded(page);
  await expect(colorCard(page, "Musket Brown")).toContainText("0 in stock");
  const dialog = await openAddInventory(page);
  await downspout.kill();
  await fillRow(dialog, 1, {
    item: "Seamless K-Style Gutter (GUT-SEAMLESS)",
    quantity: "40",
    color: "180",
  });
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expectClosed(dialog);
  const musket = colorCard(page, "Musket Brown");
  await expect(musket).toContainText("40 in stock");
  await musket.click();
  await expect(page.getByText(/^\+40 of these wait/)).toBeVisible();
  await page.getByRole("button", { name: "Take off 1" }).click();
  await expect(musket).toContainText("39 in stock");

  await downspout.restart();
  await expect(page.getByText("Inventory added")).toBeVisible({
    timeout: 40_000,
  });
  await expect(page.getByText(/of these wait/)).toBeHidden();
  await page.reload();
  await expect(colorCard(page, "Musket Brown")).toContainText("39 in stock");
});
