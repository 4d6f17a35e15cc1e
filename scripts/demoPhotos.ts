/**
 * `npx tsx scripts/demoPhotos.ts`: draws the photos of the example data into public/example, with the Chromium of the
 * end-to-end tests. Run it after a change of scripts/demo/drawHouse.ts, and commit the photos.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { chromium } from "@playwright/test";
import { chromiumLaunch } from "../e2e/support/chromium";
import { drawHouse, PHOTO_HEIGHT, PHOTO_WIDTH } from "./demo/drawHouse";
import { HOUSES } from "./demo/houses";
import { toWebp } from "./demo/webp";

const FOLDER = resolve(import.meta.dirname, "../public/example");

await mkdir(FOLDER, { recursive: true });
const browser = await chromium.launch(await chromiumLaunch());
const page = await browser.newPage();
for (const house of HOUSES) {
  const svg = encodeURIComponent(drawHouse(house));
  const webp = await toWebp(page, {
    source: `data:image/svg+xml;charset=utf-8,${svg}`,
    width: PHOTO_WIDTH,
    height: PHOTO_HEIGHT,
  });
  await writeFile(resolve(FOLDER, `${house.name}.webp`), webp);
}
await browser.close();
