import type { Locator } from "@playwright/test";
import {
  addJob,
  addPhotos,
  editDialog,
  openJob,
  photoList,
  showAllPhotos,
  reloadOpenJob,
  todayAt,
} from "./support/jobs";
import { signUp } from "./support/people";
import { takePhoto } from "./support/photos";
import { PHONE, expect, test } from "./support/test";

test.use({ viewport: PHONE });

test.beforeEach(async ({ page }) => {
  await signUp(page);
  await page.goto("/dashboard");
  await addJob(page, {
    customer: "Noor Haddad",
    address: "230 Orchard Road",
    install: await todayAt(page, "23:30"),
  });
  await openJob(page, "Noor Haddad");
});

test("a photo is shown upright for every EXIF orientation", async ({ page, browser }) => {
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
  const list = await photoList(editDialog(page), "Estimate photos");
  await addPhotos(list, photos);
  await showAllPhotos(list);
  await expect(stored(list)).toHaveCount(8, { timeout: 30_000 });
  const dialog = await reloadOpenJob(page);
  const reloaded = await photoList(dialog, "Estimate photos");
  await showAllPhotos(reloaded);
  const tiles = stored(reloaded);
  await expect(tiles).toHaveCount(8);

  // The colors of the top-left, top-right, bottom-left and bottom-right quarters, by EXIF orientation.
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
  // A thumbnail that comes later replaces the picture that is being read.
  await expect(async () => {
    const seen = [];
    for (const tile of await tiles.all()) seen.push(await quarters(tile.getByRole("img")));
    expect(seen).toEqual(upright);
  }).toPass();
});

test("a 12-megapixel photo is scaled down before the upload", async ({ page, browser }) => {
  test.slow();
  const photo = await takePhoto(browser, { name: "ladder.jpg" });
  expect(photo.buffer.length).toBeGreaterThan(1_500_000);
  const list = await photoList(editDialog(page), "Estimate photos");
  await addPhotos(list, [photo]);
  await expect(stored(list)).toHaveCount(1, { timeout: 30_000 });

  // Before a reload the window shows its local copy; after it, the server's file.
  const dialog = await reloadOpenJob(page);
  const kept = await photoList(dialog, "Estimate photos");
  const link = stored(kept).getByRole("link", { name: /^Open/ });
  const { bytes, longEdge } = await measured(link, "href");
  expect(longEdge).toBe(2048);
  expect(bytes).toBeLessThan(800_000);

  // The tile shows the thumbnail. If the reload interrupted its upload, this device makes it again after half a minute.
  const image = stored(kept).getByRole("img");
  await expect
    .poll(async () => (await measured(image, "src")).longEdge, {
      timeout: 60_000,
    })
    .toBe(480);
  expect((await measured(image, "src")).bytes).toBeLessThanOrEqual(40_000);
});

test.describe("a file that is not a photo", () => {
  // The browser logs the upload that the server refuses.
  test.use({ expectedConsoleErrors: /status of 415/ });

  // Spec 5.14
  test("a file that is not a photo is refused by name, and the others are uploaded", async ({
    page,
    browser,
  }) => {
    const list = await photoList(editDialog(page), "Install photos");
    await addPhotos(list, [
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
    await expect(stored(list)).toHaveCount(1, {
      timeout: 30_000,
    });
  });
});

test.describe("on a bad connection", () => {
  // The browser logs the connection that the test resets.
  test.use({ expectedConsoleErrors: /ERR_CONNECTION_RESET/ });

  test("a failed upload is retried, and a deleted photo disappears", async ({ page, browser }) => {
    let broken = 0;
    await page.route("**/upload?**", async (route) => {
      if (route.request().method() === "POST" && broken < 1) {
        broken++;
        await route.abort("connectionreset");
      } else await route.continue();
    });
    const list = await photoList(editDialog(page), "Drawings");
    await addPhotos(list, [
      await takePhoto(browser, { name: "plan.jpg", width: 1200, height: 900 }),
    ]);
    await expect(stored(list)).toHaveCount(1, {
      timeout: 30_000,
    });
    expect(broken).toBe(1);

    await list.getByRole("button", { name: /^Remove/ }).click();
    await list.getByRole("button", { name: /^Delete/ }).click();
    await expect(stored(list)).toHaveCount(0);
  });
});

/** The uploaded photos: those that are uploading have no link. */
function stored(list: Locator): Locator {
  return list
    .getByRole("listitem")
    .filter({ has: list.page().getByRole("link", { name: /^Open/ }) });
}

/** The size of the picture that the attribute links. */
async function measured(element: Locator, attribute: "href" | "src") {
  await expect(element).toBeVisible();
  return element.evaluate(async (shown, name) => {
    const response = await fetch(shown.getAttribute(name) ?? "");
    const blob = await response.blob();
    const { width, height } = await createImageBitmap(blob);
    return { bytes: blob.size, longEdge: Math.max(width, height) };
  }, attribute);
}

/** The colors of the photo's four quarters, row by row. */
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

test("a photo that lacks its last two bytes is added, however it is turned, and one that is cut off is refused", async ({
  page,
  browser,
}) => {
  const taken = async (name: string, orientation: number, lack: number) => {
    const size = { width: 800, height: 600 };
    const photo = await takePhoto(browser, { name, ...size, orientation });
    return { ...photo, buffer: photo.buffer.subarray(0, -lack) };
  };
  const photos = await Promise.all([
    taken("upright.jpg", 1, 2),
    taken("turned.jpg", 6, 2),
    taken("upside-down.jpg", 3, 2),
    taken("half.jpg", 1, 30_000),
    taken("half-turned.jpg", 8, 30_000),
  ]);
  const list = await photoList(editDialog(page), "Estimate photos");
  await addPhotos(list, photos);
  await expect(page.getByText(/^half\.jpg is cut off/)).toBeVisible();
  await expect(page.getByText(/^half-turned\.jpg is cut off/)).toBeVisible();
  await expect(stored(list)).toHaveCount(3, { timeout: 30_000 });
});
