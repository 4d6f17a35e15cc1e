import { describe, expect, it } from "vitest";
import type { Picture } from "@/job/photos/picture";
import { difference, shrinkPhoto } from "@/job/photos/shrinkPhoto";

const GREY = new Uint8ClampedArray(1024).fill(120);
const WHITE = new Uint8ClampedArray(1024).fill(255);

const bytes = (size: number, type: string) => new Blob([new Uint8Array(size)], { type });
const file = (name: string, type: string, size: number) =>
  new File([new Uint8Array(size)], name, { type });

function aPicture(overrides: Partial<Picture> = {}, transparent = false) {
  const drawn: { type: string; width: number; height: number }[] = [];
  const picture: Picture = {
    width: 4000,
    height: 3000,
    thumbnail: () => GREY,
    drawAt: ({ width, height }) =>
      Promise.resolve({
        hasTransparency: () => transparent,
        encode: (type) => {
          drawn.push({ type, width, height });
          return Promise.resolve(bytes(550_000, type));
        },
        close: () => undefined,
      }),
    close: () => undefined,
    ...overrides,
  };
  return { picture, drawn };
}

/** Shrinks the decoded file; `result` is what the new file is decoded to. */
const shrink = (file: File, picture: Picture, result: Picture = aPicture().picture) =>
  shrinkPhoto(file, picture, () => Promise.resolve(result));

describe("shrinkPhoto", () => {
  it("scales a large JPEG to 2048 px and names it .jpg", async () => {
    const { picture, drawn } = aPicture();
    const photo = await shrink(file("IMG_0042.JPEG", "image/jpeg", 4_000_000), picture);
    expect(drawn).toEqual([{ type: "image/jpeg", width: 2048, height: 1536 }]);
    expect(photo.name).toBe("IMG_0042.jpg");
    expect(photo.body.size).toBe(550_000);
  });

  it("converts every decodable HEIC to JPEG", async () => {
    const photo = await shrink(
      file("porch.heic", "image/heic", 300_000),
      aPicture({ width: 800, height: 600 }).picture,
    );
    expect(photo.body.type).toBe("image/jpeg");
    expect(photo.name).toBe("porch.jpg");
  });

  it("returns a small image unchanged", async () => {
    const small = file("small.jpg", "image/jpeg", 80_000);
    const { picture, drawn } = aPicture({ width: 1000, height: 750 });
    expect((await shrink(small, picture)).body).toBe(small);
    expect(drawn).toEqual([]);
  });

  it("returns the original if the result is not smaller", async () => {
    const wide = file("wide.jpg", "image/jpeg", 400_000);
    const photo = await shrink(wide, aPicture().picture);
    expect(photo.body).toBe(wide);
  });

  it("returns the original if the result is blank", async () => {
    const huge = file("huge.jpg", "image/jpeg", 9_000_000);
    const blank = aPicture({ thumbnail: () => WHITE }).picture;
    const photo = await shrink(huge, aPicture().picture, blank);
    expect(photo.body).toBe(huge);
  });

  it("accepts a photo that is white", async () => {
    const white = () => aPicture({ thumbnail: () => WHITE }).picture;
    const photo = await shrink(file("snow.jpg", "image/jpeg", 3_000_000), white(), white());
    expect(photo.body.size).toBe(550_000);
  });

  it("keeps a transparent PNG and converts an opaque one to JPEG", async () => {
    const png = () => file("plan.png", "image/png", 6_000_000);
    const clear = await shrink(png(), aPicture({}, true).picture);
    expect(clear.body.type).toBe("image/png");
    expect(clear.name).toBe("plan.png");
    const solid = await shrink(png(), aPicture().picture);
    expect(solid.name).toBe("plan.jpg");
  });

  it("returns a GIF unchanged, because it may be animated", async () => {
    const { picture, drawn } = aPicture();
    const gif = file("leak.gif", "image/gif", 5_000_000);
    expect((await shrink(gif, picture)).body).toBe(gif);
    expect(drawn).toEqual([]);
  });
});

describe("difference", () => {
  it("the difference is 0 for equal images, 255 for black and white or different sizes", () => {
    expect(difference(GREY, GREY)).toBe(0);
    expect(difference(new Uint8ClampedArray(1024), WHITE)).toBe(255);
    expect(difference(GREY, new Uint8ClampedArray(4))).toBe(255);
  });
});
