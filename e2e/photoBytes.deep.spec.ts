import type { Page } from "@playwright/test";
import { Office } from "./support/office";
import { addPhotos, openDay, openJob, photoList, seedJobs, showAllPhotos } from "./support/jobs";
import { takePhoto } from "./support/photos";
import { expect, test } from "./support/test";

test.use({ viewport: { width: 1440, height: 900 } });

const SHOWN = 8;
/** So far below the screen that the browser does not load it yet. */
const CARDS = 90;

/** The bytes of the pictures that come over the network, by address. */
async function pictureBytes(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const pictures = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type === "Image" && !response.fromDiskCache) pictures.set(requestId, response.url);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const url = pictures.get(requestId);
    if (url !== undefined) bytes.set(url, encodedDataLength);
  });
  return {
    urls: bytes,
    total: () => [...bytes.values()].reduce((sum, each) => sum + each, 0),
  };
}

test("a day with 8 photos loads at most 350 kB of pictures, each once, and those below the screen when they are near", async ({
  page,
  browser,
  context,
  baseURL,
}) => {
  test.slow();
  await openDay(page);
  const photos = await Promise.all(
    Array.from({ length: SHOWN + 1 }, (_, number) =>
      takePhoto(browser, { name: `${number}.jpg`, width: 1600, height: 1200 }),
    ),
  );
  const dialog = await openJob(page, "Ruth Okafor");
  const list = await photoList(dialog, "Estimate photos");
  await addPhotos(list, photos);
  await showAllPhotos(list);
  await expect(list.getByRole("link", { name: /^Open/ })).toHaveCount(SHOWN + 1, {
    timeout: 90_000,
  });
  const office = await Office.open(context, baseURL!);
  const [job] = await office.query<{ job_photo_estimate: string[] }[]>("jobs:getAll");
  const ids = job!.job_photo_estimate;
  const thumbnails = async () =>
    await office.query<{ thumbnailUrl: string | null }[]>("files:getPictures", {
      ids,
    });
  // Those that the upload of a photo was too quick for are made after half a minute.
  await expect
    .poll(async () => (await thumbnails()).filter(({ thumbnailUrl }) => thumbnailUrl).length, {
      timeout: 90_000,
    })
    .toBe(SHOWN + 1);
  const last = (await thumbnails()).at(-1)?.thumbnailUrl;
  const start = await page.evaluate(() => new Date().setHours(8, 0, 0, 0));
  await seedJobs(
    page,
    Array.from({ length: CARDS }, (_, at) => ({
      customer: { customer_name: `Customer ${at}` },
      job_address: `${at} Elm Street`,
      job_estimate_date: start + at * 60_000,
      job_photo_estimate: [at === CARDS - 1 ? ids.at(-1) : ids[at % SHOWN]],
    })),
  );
  await office.close();

  const fresh = await browser.newContext({
    baseURL: baseURL!,
    storageState: await context.storageState(),
    viewport: { width: 1440, height: 900 },
  });
  const day = await fresh.newPage();
  const first = await pictureBytes(day);
  await day.goto("/dashboard");
  await expect.poll(() => first.urls.size, { timeout: 30_000 }).toBe(SHOWN);
  expect(first.total()).toBeLessThanOrEqual(350_000);
  expect(first.total()).toBeGreaterThan(SHOWN * 1000);
  await day.getByRole("button", { name: `Customer ${CARDS - 1}` }).focus();
  await expect.poll(() => [...first.urls.keys()]).toContain(last);

  const again = await fresh.newPage();
  const second = await pictureBytes(again);
  await again.goto("/dashboard");
  await again.getByRole("button", { name: `Customer ${CARDS - 1}` }).focus();
  const covers = again.getByRole("article").locator("img");
  await expect(covers).toHaveCount(CARDS + 1);
  await expect
    .poll(() =>
      covers.evaluateAll((images) =>
        (images as HTMLImageElement[])
          .slice(0, 8)
          .every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
      ),
    )
    .toBe(true);
  expect(second.total()).toBe(0);
  await fresh.close();
});
