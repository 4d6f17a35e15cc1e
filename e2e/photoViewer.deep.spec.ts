import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility";
import { addPhotos, editDialog, openDay, openJob, photoList, reloadOpenJob } from "./support/jobs";
import { takePhoto } from "./support/photos";
import { expect, test } from "./support/test";

const opener = (list: Locator, number: number) =>
  list.getByRole("link", { name: `Open Estimate photos ${number}` });

const viewerOf = (page: Page, name: string) =>
  page.getByRole("dialog", { name: `Estimate photos ${name}` });

/** The addresses of the photos, in their order. */
const order = async (list: Locator) =>
  await list
    .getByRole("link", { name: /^Open/ })
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));

test("photos are viewed large, put into another order by mouse and keys, and undone", async ({
  page,
  browser,
}) => {
  test.slow();
  await openDay(page);
  const photos = await Promise.all(
    [1, 2, 3].map((number) =>
      takePhoto(browser, { name: `${number}.jpg`, width: 800, height: 600 }),
    ),
  );
  const dialog = await openJob(page, "Ruth Okafor");
  const list = await photoList(dialog, "Estimate photos");
  await addPhotos(list, photos);
  await expect(list.getByRole("link", { name: /^Open/ })).toHaveCount(3, {
    timeout: 60_000,
  });
  const [first, second, third] = await order(list);

  // Arrow keys turn, Esc and Back close only the viewer, and the focus returns.
  await opener(list, 2).click();
  await expect(viewerOf(page, "2 of 3")).toBeVisible();
  await expect(page.getByRole("img", { name: /2 of 3/ })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(viewerOf(page, "3 of 3")).toContainText(/Added .+ [AP]M/);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("72 Birch Street - Estimate photos 3 of 3.jpg");
  await page.keyboard.press("Escape");
  await expect(viewerOf(page, "3 of 3")).toBeHidden();
  await expect(opener(list, 2)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(viewerOf(page, "2 of 3")).toBeVisible();
  await expect(page.getByRole("img", { name: /2 of 3/ })).toBeVisible();
  await expectAccessible(page, "the photo viewer");
  await page.keyboard.press("Tab");
  for (const name of ["Zoom in", "Previous", "Next", "Download", "Close"]) {
    const button = page.getByRole("button", { name, exact: true });
    await expect(button).toBeFocused();
    await expect(button).toHaveCSS("outline-style", "solid");
    await page.keyboard.press("Tab");
  }
  await page.goBack();
  await expect(viewerOf(page, "2 of 3")).toBeHidden();
  await expect(editDialog(page)).toBeVisible();

  // The mouse: the last one to the first place. The click at its end opens nothing.
  await opener(list, 3).hover();
  await page.mouse.down();
  await opener(list, 2).hover();
  await opener(list, 1).hover();
  await expect(list.getByText(/is over place 1 of 3/)).toBeAttached();
  await page.mouse.up();
  await expect.poll(() => order(list)).toEqual([third, first, second]);
  expect(page.context().pages()).toHaveLength(1);

  // Keys, with Escape to leave the photo where it is. The list hears them a moment after it says where the photo is.
  const moveRight = () =>
    expect(async () => {
      await page.keyboard.press("ArrowRight");
      await expect(list.getByText(/is over place 2 of 3/)).toBeAttached({
        timeout: 2000,
      });
    }).toPass();
  await opener(list, 1).focus();
  await page.keyboard.press("Space");
  await expect(list.getByText(/is over place 1 of 3/)).toBeAttached();
  await moveRight();
  await page.keyboard.press("Escape");
  await expect(list.getByText(/is where it was before/)).toBeAttached();
  await expect(editDialog(page)).toBeVisible();
  await page.keyboard.press("Space");
  await expect(list.getByText(/is over place 1 of 3/)).toBeAttached();
  await moveRight();
  await page.keyboard.press("Space");
  await expect.poll(() => order(list)).toEqual([first, third, second]);

  await list.getByRole("button", { name: "Make Estimate photos 3 the cover" }).click();
  await expect.poll(() => order(list)).toEqual([second, first, third]);
  await reloadOpenJob(page);
  const kept = await photoList(editDialog(page), "Estimate photos");
  await expect.poll(() => order(kept)).toEqual([second, first, third]);
});
