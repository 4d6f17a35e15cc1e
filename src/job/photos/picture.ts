/**
 * The browser's image decoder and encoder behind two small interfaces, so that
 * `shrinkPhoto` can be tested without a canvas.
 */
import type { Size } from "./photoSize";

export interface Picture extends Size {
  /** RGBA samples of a 16 x 16 copy on white, to detect a blank image. */
  thumbnail(): Uint8ClampedArray;
  /** Transparent pixels stay transparent, unless the picture is drawn on white. */
  drawAt(size: Size, options?: { onWhite: boolean }): Promise<Drawing>;
  close(): void;
}

interface Drawing {
  hasTransparency(): boolean;
  encode(type: "image/jpeg" | "image/png", quality?: number): Promise<Blob>;
  close(): void;
}

const THUMBNAIL_PX = 16;

/** Rejects if the browser cannot decode the file (HEIC outside Safari). */
export async function decodePicture(file: Blob): Promise<Picture> {
  const source = await decodeUpright(file);
  const { width, height } = source;
  return {
    width,
    height,
    thumbnail: () => {
      const { context } = paint(source, {
        width: THUMBNAIL_PX,
        height: THUMBNAIL_PX,
      });
      return context.getImageData(0, 0, THUMBNAIL_PX, THUMBNAIL_PX).data;
    },
    drawAt: async (size, { onWhite } = { onWhite: false }) => {
      const scaled = await resize(source, size);
      try {
        return drawingOf(scaled, size, onWhite);
      } finally {
        if (scaled !== source) scaled.close();
      }
    },
    close: () => source.close(),
  };
}

/**
 * Applies the EXIF orientation. Older browsers lack 'from-image'; there an
 * <img>, which applies it by default, is the source.
 */
async function decodeUpright(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    const image = new Image();
    const url = URL.createObjectURL(file);
    try {
      image.src = url;
      await image.decode();
      return await createImageBitmap(image);
    } finally {
      URL.revokeObjectURL(url);
    }
  }
}

/** A JPEG is decoded by rows of blocks of 16 pixels, the last two lines of which wait for the next row. */
const MAX_MISSING_PX = 18;

/** Whether the browser draws the whole file except a row of blocks at an edge. Undecoded pixels are transparent. */
export async function drawsAllButAnEdge(file: Blob): Promise<boolean> {
  const image = new Image();
  const url = URL.createObjectURL(file);
  try {
    image.src = url;
    await image.decode();
    return !isOpaqueWithin(image, 0) && isOpaqueWithin(image, MAX_MISSING_PX);
  } catch {
    return false;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Whether the lines `margin` px from each edge are drawn. In a rotated photo, the file may end at any edge. */
function isOpaqueWithin(image: HTMLImageElement, margin: number): boolean {
  const width = image.naturalWidth - 2 * margin;
  const height = image.naturalHeight - 2 * margin;
  if (width < 1 || height < 1) return false;
  const lines = [
    [margin, margin, width, 1],
    [margin, margin + height - 1, width, 1],
    [margin, margin, 1, height],
    [margin + width - 1, margin, 1, height],
  ] as const;
  return lines.every(([left, top, long, high]) => {
    const { canvas, context } = canvasOf({ width: long, height: high });
    context.drawImage(image, left, top, long, high, 0, 0, long, high);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return !hasTransparent(data);
  });
}

/** createImageBitmap resamples more sharply than drawImage, the fallback. */
async function resize(source: ImageBitmap, size: Size): Promise<ImageBitmap> {
  if (source.width === size.width && source.height === size.height) return source;
  try {
    return await createImageBitmap(source, {
      resizeWidth: size.width,
      resizeHeight: size.height,
      resizeQuality: "high",
    });
  } catch {
    return source;
  }
}

function drawingOf(source: ImageBitmap, size: Size, onWhite: boolean): Drawing {
  const { canvas, context } = paint(source, size, {
    keepTransparency: !onWhite,
  });
  return {
    hasTransparency: () => {
      const { data } = context.getImageData(0, 0, size.width, size.height);
      return hasTransparent(data);
    },
    encode: (type, quality) =>
      new Promise((resolve, reject) => {
        canvas.toBlob(
          (blob) =>
            blob ? resolve(blob) : reject(new Error("The picture was too large for this browser")),
          type,
          quality,
        );
      }),
    // Frees the memory now; Safari otherwise waits for garbage collection.
    close: () => {
      canvas.width = 0;
      canvas.height = 0;
    },
  };
}

function hasTransparent(data: Uint8ClampedArray): boolean {
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return true;
  return false;
}

function canvasOf({ width, height }: Size) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser cannot draw pictures");
  return { canvas, context };
}

function paint(source: ImageBitmap, size: Size, { keepTransparency = false } = {}) {
  const { canvas, context } = canvasOf(size);
  if (!keepTransparency) {
    context.fillStyle = "white";
    context.fillRect(0, 0, size.width, size.height);
  }
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, size.width, size.height);
  return { canvas, context };
}
