import { expect, it, vi } from "vitest";
import { makeThumbnail } from "@/job/photos/makeThumbnail";
import type { Picture } from "@/job/photos/picture";

/** A picture whose JPEG has so many bytes per pixel at the best quality. */
function aPicture(bytesPerPixel: number) {
  const drawn: { edge: number; quality: number | undefined }[] = [];
  const close = vi.fn();
  const picture: Picture = {
    width: 4000,
    height: 3000,
    thumbnail: () => new Uint8ClampedArray(1024),
    drawAt: ({ width, height }) =>
      Promise.resolve({
        hasTransparency: () => false,
        encode: (type, quality = 1) => {
          drawn.push({ edge: Math.max(width, height), quality });
          const size = Math.round(width * height * bytesPerPixel * quality);
          return Promise.resolve(new Blob([new Uint8Array(size)], { type }));
        },
        close: () => undefined,
      }),
    close,
  };
  return { drawn, close, decode: () => Promise.resolve(picture) };
}

const photo = new Blob(["photo"]);

it.each([
  0.4,
  // At the first quality below the best one, 47,520 bytes.
  0.5,
])(
  "a thumbnail has 480 px and at most 40,000 bytes at %s bytes per pixel",
  async (bytesPerPixel) => {
    const { drawn, close, decode } = aPicture(bytesPerPixel);
    const thumbnail = await makeThumbnail(photo, false, decode);
    expect(thumbnail?.size).toBeLessThanOrEqual(40_000);
    expect(thumbnail?.type).toBe("image/jpeg");
    expect(new Set(drawn.map(({ edge }) => edge))).toEqual(new Set([480]));
    expect(close).toHaveBeenCalledOnce();
  },
);

it("gives a drawing fewer pixels, never a quality below 0.9", async () => {
  const { drawn, decode } = aPicture(0.4);
  const thumbnail = await makeThumbnail(photo, true, decode);
  expect(thumbnail?.size).toBeLessThanOrEqual(40_000);
  expect(drawn.length).toBeGreaterThan(1);
  expect(drawn.every(({ quality = 0 }) => quality >= 0.9)).toBe(true);
});

it("no thumbnail is made of a photo that the browser cannot decode or shrink enough", async () => {
  const broken = () => Promise.reject(new Error("no decoder"));
  expect(await makeThumbnail(photo, false, broken)).toBeNull();
  expect(await makeThumbnail(photo, false, aPicture(90).decode)).toBeNull();
});
