import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { addPhotos, openDay, openJob, photoList } from "./support/jobs";
import { takePhoto } from "./support/photos";
import { expect, test } from "./support/test";

// The browser logs a thumbnail that arrives after its photo was taken back.
test.use({ expectedConsoleErrors: /status of 409/ });

test("photos that were chosen together are undone in one step, by their toast and by Ctrl+Z", async ({
  page,
  browser,
}) => {
  const [front, left, back] = await Promise.all(
    ["front.jpg", "left.jpg", "back.jpg"].map((name) =>
      takePhoto(browser, { name, width: 800, height: 600 }),
    ),
  );
  await openDay(page);
  const dialog = await openJob(page, "Ruth Okafor");
  const list = await photoList(dialog, "Estimate photos");
  const saved = list.getByRole("link", { name: /^Open/ });
  const toast = (title: string) => page.getByRole("listitem").filter({ hasText: title });

  await addPhotos(list, [front!, left!]);
  await expect(toast("2 photos added")).toBeVisible();
  await expect(saved).toHaveCount(2);
  await addPhotos(list, [back!]);
  await expect(toast("1 photo added")).toBeVisible();
  await toast("1 photo added").getByRole("button", { name: "Undo" }).click();
  await expect(saved).toHaveCount(2);
  await expect(toast("Undone")).toBeVisible();

  await addPhotos(list, [back!]);
  await expect(saved).toHaveCount(3);
  await expect(toast("1 photo added")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(saved).toHaveCount(2);
  await page.keyboard.press("Control+z");
  await expect(saved).toHaveCount(0);

  // The undo is a change like any other: the history takes it back.
  await dialog.getByRole("button", { name: "Show history" }).click();
  const entry = dialog.getByRole("listitem").filter({ hasText: "Estimate photos: 2 removed" });
  await entry.getByRole("button", { name: /^Undo/ }).click();
  await expect(saved).toHaveCount(2);
});

test("photos dropped on a list are added in one step, and a file dropped beside it leaves the page alone", async ({
  page,
  browser,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "downspout-dropped-"));
  const paths = await Promise.all(
    ["front.jpg", "left.jpg"].map(async (name) => {
      const path = join(folder, name);
      const { buffer } = await takePhoto(browser, {
        name,
        width: 800,
        height: 600,
      });
      await writeFile(path, buffer);
      return path;
    }),
  );
  await openDay(page);
  const dialog = await openJob(page, "Ruth Okafor");
  const notes = dialog.getByLabel("Notes");
  await notes.fill("Gate code 4417.");
  await dragFiles(page, notes, paths);
  await expect(notes).toHaveValue("Gate code 4417.");

  // The toast covers the end of the form.
  await expect(page.getByText("Job created")).toBeHidden();
  const title = dialog.getByRole("button", { name: /^Install photos/ });
  await dragFiles(page, title, paths);
  const list = dialog.getByRole("region", { name: "Install photos" });
  await expect(list.getByRole("link", { name: /^Open/ })).toHaveCount(2);
  const toast = page.getByRole("listitem").filter({ hasText: "2 photos added" });
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(list.getByRole("link", { name: /^Open/ })).toHaveCount(0);
  await expect(notes).toHaveValue("Gate code 4417.");
  await rm(folder, { recursive: true });
});

/** Drags files of the computer to the middle of an element, and drops them. */
async function dragFiles(page: Page, target: Locator, files: string[]) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error("The element is not shown.");
  const session = await page.context().newCDPSession(page);
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", {
      type,
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      data: { items: [], files, dragOperationsMask: 1 },
    });
  await session.detach();
}
