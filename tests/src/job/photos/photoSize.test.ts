import { describe, expect, it } from "vitest";
import { byteBudget, encodeNear, fitWithin, isSmallEnough } from "@/job/photos/photoSize";

describe("fitWithin", () => {
  it.each([
    [4032, 3024, 2048, 1536],
    [3024, 4032, 1536, 2048],
    [2048, 2048, 2048, 2048],
    [640, 480, 640, 480],
    [8000, 1, 2048, 1],
  ])("makes %i x %i into %i x %i", (width, height, toWidth, toHeight) => {
    expect(fitWithin({ width, height })).toEqual({
      width: toWidth,
      height: toHeight,
    });
  });
});

describe("byteBudget", () => {
  it("allows 600 kB for a shrunk 12-megapixel photo", () => {
    expect(byteBudget(fitWithin({ width: 4000, height: 3000 }))).toBe(600_000);
  });
});

describe("isSmallEnough", () => {
  const size = { width: 2048, height: 1536 };
  it("accepts an image that is small in pixels and bytes", () => {
    expect(isSmallEnough(size, 700_000)).toBe(true);
  });
  it("rejects an image with few pixels and many bytes", () => {
    expect(isSmallEnough(size, 900_000)).toBe(false);
  });
  it("rejects an image that is one pixel too long", () => {
    expect(isSmallEnough({ width: 2049, height: 10 }, 1000)).toBe(false);
  });
});

describe("encodeNear", () => {
  /** An encoder whose output grows with the quality, like JPEG. */
  const picture = (bytesAtFull: number) => {
    const qualities: number[] = [];
    const encode = (quality: number) => {
      qualities.push(quality);
      return Promise.resolve(new Blob([new Uint8Array(Math.round(bytesAtFull * quality ** 2))]));
    };
    return { qualities, encode };
  };

  it("encodes once if the first quality fits", async () => {
    const { qualities, encode } = picture(900_000);
    expect((await encodeNear(600_000, encode)).size).toBe(576_000);
    expect(qualities).toEqual([0.8]);
  });

  it("lowers the quality of a detailed image until it fits", async () => {
    const { encode } = picture(2_500_000);
    const { size } = await encodeNear(600_000, encode);
    expect(size).toBeGreaterThan(450_000);
    expect(size).toBeLessThanOrEqual(660_000);
  });

  it("raises the quality of a plain image within a bounded number of attempts", async () => {
    const { qualities, encode } = picture(200_000);
    const { size } = await encodeNear(600_000, encode);
    expect(size).toBeGreaterThan(200_000 * 0.8 ** 2);
    expect(qualities).toHaveLength(5);
    expect(Math.max(...qualities)).toBeLessThanOrEqual(0.92);
  });

  it("returns the smallest result if none fits", async () => {
    const { qualities, encode } = picture(50_000_000);
    const { size } = await encodeNear(600_000, encode);
    expect(size).toBe(Math.round(50_000_000 * Math.min(...qualities) ** 2));
  });
});
