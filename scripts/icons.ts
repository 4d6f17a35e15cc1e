/**
 * `npx tsx scripts/icons.ts`: draws favicon.ico and the icons of the home screen from public/favicon.svg, with the
 * Chromium of the end-to-end tests. Run it after a change of that file, and commit what it draws.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { chromium } from "@playwright/test";
import { chromiumLaunch } from "../e2e/support/chromium";

const PUBLIC = resolve(import.meta.dirname, "../public");

interface Icon {
  readonly file: string;
  readonly size: number;
  /** Phones cut the corners of these themselves, so the background fills the square. */
  readonly isFilled: boolean;
  /** The scale of the drawing. A maskable icon keeps it in the inner circle of 80 %. */
  readonly scale: number;
}

const ICONS: readonly Icon[] = [
  { file: "icon-192.png", size: 192, isFilled: false, scale: 1 },
  { file: "icon-512.png", size: 512, isFilled: false, scale: 1 },
  { file: "icon-maskable-512.png", size: 512, isFilled: true, scale: 0.85 },
  { file: "apple-touch-icon.png", size: 180, isFilled: true, scale: 0.95 },
];

/** Programs that read no page look for favicon.ico. */
const FAVICON: Icon = { file: "", size: 32, isFilled: false, scale: 1 };

function drawn(svg: string, { size, isFilled, scale }: Icon): string {
  const shift = 16 * (1 - scale);
  return svg
    .replace("<svg ", `<svg width="${size}" height="${size}" `)
    .replace(/ rx="\d+"/, isFilled ? "" : "$&")
    .replace("<g\n", `<g transform="translate(${shift} ${shift}) scale(${scale})"\n`);
}

const svg = await readFile(resolve(PUBLIC, "favicon.svg"), "utf8");
await mkdir(resolve(PUBLIC, "icons"), { recursive: true });
const browser = await chromium.launch(await chromiumLaunch());
const page = await browser.newPage();

async function draw(icon: Icon): Promise<Buffer> {
  await page.setViewportSize({ width: icon.size, height: icon.size });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${drawn(svg, icon)}`);
  return await page.screenshot({ omitBackground: true });
}

/** A file of the format ICO with one picture, a PNG. */
function ico(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

for (const icon of ICONS) await writeFile(resolve(PUBLIC, "icons", icon.file), await draw(icon));
const favicon = ico(await draw(FAVICON), FAVICON.size);
await writeFile(resolve(PUBLIC, "favicon.ico"), favicon);
await browser.close();
