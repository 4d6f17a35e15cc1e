import type { Page } from "@playwright/test";

const QUALITY = 0.8;

interface Picture {
  /** A data URL of an image. */
  readonly source: string;
  readonly width: number;
  readonly height: number;
}

/** Encodes an image as WebP in the browser, which has an encoder. */
export async function toWebp(page: Page, picture: Picture): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ({ source, width, height, quality }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = width;
      canvas.height = height;
      canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
      return canvas.toDataURL("image/webp", quality).split(",")[1] ?? "";
    },
    { ...picture, quality: QUALITY },
  );
  return Buffer.from(base64, "base64");
}
