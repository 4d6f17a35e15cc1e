import type { Locator, Page } from "@playwright/test";
import { addJob, editDialog, jobCard, todayAt } from "./support/jobs";
import { createFirstAccount } from "./support/people";
import { type PhotoFile, takePhoto } from "./support/photos";
import { PHONE, expect, test } from "./support/test";

test.use({ viewport: PHONE });

test.beforeEach(async ({ page }) => {
  await createFirstAccount(page);
  await page.goto("/dashboard");
  await addJob(page, {
    customer: "Noor Haddad",
    address: "230 Orchard Road",
    install: await todayAt(page, "23:30"),
  });
  await jobCard(page, "Noor Haddad").click();
});

test("a photo comes up the right way round, small, for every orientation a camera writes", async ({
  page,
  browser,
}) => {
  const photos = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) =>
      takePhoto(browser, {
        name: `turn-${orientation}.jpg`,
        width: 800,
        height: 600,
        orientation,
      }),
    ),
  );
  await add(page, "estimate photos", photos);
  const tiles = storedPhotos(page, "estimate photos");
  await expect(tiles).toHaveCount(8, { timeout: 30_000 });

  // What the camera's EXIF header says the top-left, top-right, bottom-left and bottom-right quarters show.
  const upright = [
    "red green blue white",
    "green red white blue",
    "white blue green red",
    "blue white red green",
    "red blue green white",
    "blue red white green",
    "white green blue red",
    "green white red blue",
  ];
  const seen = [];
  for (const tile of await tiles.all())
    seen.push(await quarters(tile.getByRole("img")));
  expect(seen).toEqual(upright);
});

test("a 12-megapixel photo is made small on the device", async ({
  page,
  browser,
}) => {
  const photo = await takePhoto(browser, { name: "ladder.jpg" });
  expect(photo.buffer.length).toBeGreaterThan(2_000_000);
  await add(page, "estimate photos", [photo]);
  const image = storedPhotos(page, "estimate photos").getByRole("img");
  await expect(image).toBeVisible({ timeout: 30_000 });
  const { bytes, longEdge } = await image.evaluate(async (element) => {
    const shown = element as HTMLImageElement;
    await shown.decode();
    const blob = await (await fetch(shown.src)).blob();
    return {
      bytes: blob.size,
      longEdge: Math.max(shown.naturalWidth, shown.naturalHeight),
    };
  });
  expect(longEdge).toBe(2048);
  expect(bytes).toBeLessThan(800_000);
});

test("what is no photo is refused by name, and the others go up", async ({
  page,
  browser,
}) => {
  await add(page, "install photos", [
    {
      name: "drawing.svg",
      mimeType: "image/svg+xml",
      buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
    },
    await takePhoto(browser, { name: "fine.jpg", width: 640, height: 480 }),
    {
      name: "letter.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from("<!doctype html><p>not a photo</p>"),
    },
  ]);
  const dialog = editDialog(page);
  await expect(dialog.getByText(/drawing\.svg/).first()).toBeVisible();
  await expect(dialog.getByText(/letter\.jpg/).first()).toBeVisible();
  await expect(storedPhotos(page, "install photos")).toHaveCount(1, {
    timeout: 30_000,
  });
});

test("an upload that breaks is tried again, and a removed photo is gone", async ({
  page,
  browser,
}) => {
  let broken = 0;
  await page.route("**/upload?**", async (route) => {
    if (route.request().method() === "POST" && broken < 1) {
      broken++;
      await route.abort("connectionreset");
    } else await route.continue();
  });
  await add(page, "drawings", [
    await takePhoto(browser, { name: "plan.jpg", width: 1200, height: 900 }),
  ]);
  await expect(storedPhotos(page, "drawings")).toHaveCount(1, {
    timeout: 30_000,
  });
  expect(broken).toBe(1);

  const tile = storedPhotos(page, "drawings");
  await tile.getByRole("button", { name: /^Remove/ }).click();
  await tile.getByRole("button", { name: /^Delete/ }).click();
  await expect(storedPhotos(page, "drawings")).toHaveCount(0);
});

async function add(page: Page, list: string, photos: PhotoFile[]) {
  const chooser = page.waitForEvent("filechooser");
  await editDialog(page)
    .getByRole("button", { name: `Add ${list}` })
    .click();
  await (await chooser).setFiles(photos);
}

/** The pictures that the server has: those on their way have no link to open. */
function storedPhotos(page: Page, list: string): Locator {
  return editDialog(page)
    .getByRole("list", { name: new RegExp(list, "i") })
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: /^Open/ }) });
}

/** The colours of the picture's four quarters, row by row. */
async function quarters(image: Locator): Promise<string> {
  return image.evaluate(async (element) => {
    const shown = element as HTMLImageElement;
    await shown.decode();
    const canvas = document.createElement("canvas");
    canvas.width = 2;
    canvas.height = 2;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("This browser has no canvas.");
    context.imageSmoothingQuality = "high";
    context.drawImage(shown, 0, 0, 2, 2);
    const { data } = context.getImageData(0, 0, 2, 2);
    const names = [0, 1, 2, 3].map((quarter) => {
      const [red = 0, green = 0, blue = 0] = data.slice(quarter * 4);
      const least = Math.min(red, green, blue);
      if (least > 150) return "white";
      if (red > green && red > blue) return "red";
      return green > blue ? "green" : "blue";
    });
    return names.join(" ");
  });
}
