/** Shows a gutter bracket clearly on a desktop screen; small enough for a slow connection. */
const LONG_EDGE_PX = 2048;

/** Target size of a 12-megapixel photo, which is scaled to 2048 x 1536. */
const TARGET_BYTES = 600_000;
const TARGET_PIXELS = 2048 * 1536;

const FIRST_QUALITY = 0.8;
const LOWEST_QUALITY = 0.3;
const HIGHEST_QUALITY = 0.92;
const MAX_ENCODINGS = 5;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function fitWithin({ width, height }: Size, longEdge: number = LONG_EDGE_PX): Size {
  const scale = Math.min(1, longEdge / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

export function byteBudget({ width, height }: Size): number {
  return Math.round((TARGET_BYTES * width * height) / TARGET_PIXELS);
}

/** Small in pixels and bytes: recompressing would only lose quality. */
export function isSmallEnough(size: Size, bytes: number): boolean {
  return Math.max(size.width, size.height) <= LONG_EDGE_PX && bytes <= byteBudget(size) * 1.3;
}

/**
 * Binary search for the JPEG quality that yields about `budget` bytes. The size
 * at one quality varies tenfold between a flat wall and a gravel roof.
 */
export async function encodeNear(
  budget: number,
  encode: (quality: number) => Promise<Blob>,
): Promise<Blob> {
  const isOver = (blob: Blob) => blob.size > budget * 1.1;
  const isNear = (blob: Blob) => !isOver(blob) && blob.size >= budget * 0.85;

  let low = LOWEST_QUALITY;
  let high = HIGHEST_QUALITY;
  let quality = FIRST_QUALITY;
  let best = await encode(quality);
  let latest = best;
  for (let tries = 1; tries < MAX_ENCODINGS && !isNear(latest); tries += 1) {
    if (isOver(latest)) high = quality;
    else low = quality;
    quality = (low + high) / 2;
    latest = await encode(quality);
    if (isOver(best) ? latest.size < best.size : !isOver(latest)) best = latest;
  }
  return best;
}
