import { expect, it, vi } from "vitest";
import type { Picture } from "@/job/photos/picture";
import { preparePhoto } from "@/job/photos/preparePhoto";

function aPicture() {
  const close = vi.fn();
  const picture: Picture = {
    width: 4000,
    height: 3000,
    thumbnail: () => new Uint8ClampedArray(1024).fill(120),
    drawAt: ({ width }) =>
      Promise.resolve({
        hasTransparency: () => false,
        encode: (type) => Promise.resolve(new Blob([new Uint8Array(width * 70)], { type })),
        close: () => undefined,
      }),
    close,
  };
  return { picture, close };
}

const file = new File([new Uint8Array(4_000_000)], "roof.jpg", {
  type: "image/jpeg",
});

it("decodes the photo once for the upload and the thumbnail, then frees it", async () => {
  const { picture, close } = aPicture();
  const decode = vi.fn(() => Promise.resolve(picture));
  const photo = await preparePhoto(file, false, decode);
  expect(photo.name).toBe("roof.jpg");
  expect(photo.body.size).toBe(2048 * 70);
  expect(photo.thumbnail?.size).toBe(480 * 70);
  // The second call decodes the upload, to check that it can be read.
  expect(decode.mock.calls).toEqual([[file], [photo.body]]);
  expect(close).toHaveBeenCalledTimes(2);
});

it("leaves a file that the browser cannot decode as it is, without a thumbnail", async () => {
  const heic = new File(["x"], "IMG_0043.HEIC");
  const photo = await preparePhoto(heic, false, () => Promise.reject(new Error("no decoder")));
  expect(photo).toEqual({ body: heic, name: "IMG_0043.HEIC", thumbnail: null });
});
