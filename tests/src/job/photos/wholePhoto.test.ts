import { describe, expect, it, vi } from "vitest";
import { wholePhoto } from "@/job/photos/wholePhoto";

/** A start of scan without parameters, and its data. */
const JPEG = [0xff, 0xd8, 0xff, 0xda, 0, 2, 1, 2, 3];
const END = [0xff, 0xd9];

const fileOf = (bytes: readonly number[]) =>
  new File([Uint8Array.from(bytes)], "porch.jpg", { type: "image/jpeg" });

const bytesOf = async (file: File | null) => file && [...new Uint8Array(await file.arrayBuffer())];

describe("a JPEG", () => {
  it.each([
    ["is taken as it is", [...JPEG, ...END]],
    ["is taken with what a camera writes behind it", [...JPEG, ...END, 7, 8]],
  ])("%s", async (_, bytes) => {
    const file = fileOf(bytes);
    const draws = vi.fn();
    expect(await wholePhoto(file, draws)).toBe(file);
    expect(draws).not.toHaveBeenCalled();
  });

  it("a JPEG without its end gets it, if the browser draws it whole", async () => {
    const whole = await wholePhoto(fileOf(JPEG), () => Promise.resolve(true));
    expect(await bytesOf(whole)).toEqual([...JPEG, ...END]);
    expect(whole).toMatchObject({ name: "porch.jpg", type: "image/jpeg" });
  });

  it("a JPEG that is cut off is null", async () => {
    const draws = () => Promise.resolve(false);
    expect(await wholePhoto(fileOf(JPEG), draws)).toBeNull();
  });
});

it("a PNG that is cut off is null, whatever the browser draws of it", async () => {
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 9];
  const draws = () => Promise.resolve(true);
  expect(await wholePhoto(fileOf(png), draws)).toBeNull();
});

it("a file that is not an image is left to the rules for images", async () => {
  const file = fileOf([1, 2, 3]);
  expect(await wholePhoto(file)).toBe(file);
});
