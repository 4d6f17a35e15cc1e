import type { ImageType } from "./images";

/**
 * Whether an image is complete, decided while its bytes arrive. Follows the
 * structure of the file, so that bytes behind the image do not matter. A file
 * counts as cut off only if its own structure says that more must follow.
 */
export class ImageEnd {
  readonly #steps: Steps;
  #step: Step | null;
  #read: number[] = [];

  constructor(type: ImageType) {
    this.#steps = STRUCTURES[type]();
    this.#step = this.#steps.next().value ?? null;
  }

  /** Takes the next bytes of the file. */
  push(bytes: Uint8Array): void {
    let at = 0;
    while (this.#step !== null && at < bytes.length) at = this.#advance(this.#step, bytes, at);
  }

  /** Call after the last byte. */
  get isCutOff(): boolean {
    if (this.#step === null) return false;
    return !(this.#step.kind === "read" && this.#step.mayEnd);
  }

  /** Returns how many of the bytes are used. */
  #advance(step: Step, bytes: Uint8Array, at: number): number {
    if (step.kind === "marker") {
      let found = bytes.indexOf(0xff, at);
      while (found >= 0 && bytes[found + 1] === 0) found = bytes.indexOf(0xff, found + 2);
      if (found < 0) return bytes.length;
      this.#next([]);
      return found + 1;
    }
    const used = Math.min(step.count, bytes.length - at);
    if (step.kind === "read") this.#read.push(...bytes.subarray(at, at + used));
    step.count -= used;
    if (step.count === 0) this.#next(this.#read);
    return at + used;
  }

  #next(read: readonly number[]): void {
    this.#read = [];
    let next = this.#steps.next(read);
    // A length of zero needs no bytes.
    while (next.value?.kind === "skip" && next.value.count === 0) next = this.#steps.next([]);
    this.#step = next.value ?? null;
  }
}

type Step =
  | { readonly kind: "read"; count: number; readonly mayEnd: boolean }
  | { readonly kind: "skip"; count: number }
  /**
   * Up to a 0xff, behind which a marker of a JPEG stands. The data of a scan has 0xff 0x00 in place of each 0xff,
   * thousands of times in a photo: such a pair is skipped at once, unless the chunk ends between its bytes.
   */
  | { readonly kind: "marker" };

/** A parser that yields what it needs next and returns at the end of the image. */
type Steps = Generator<Step, undefined, readonly number[]>;

const read = (count: number, mayEnd = false): Step => ({
  kind: "read",
  count,
  mayEnd,
});
const skip = (count: number): Step => ({
  kind: "skip",
  count: Math.max(0, count),
});

const STRUCTURES: Readonly<Record<ImageType, () => Steps>> = {
  "image/jpeg": jpeg,
  "image/png": png,
  "image/gif": gif,
  "image/webp": webp,
  "image/avif": isoBoxes,
  "image/heic": isoBoxes,
  "image/heif": isoBoxes,
};

/** Segments with a length; after a "start of scan", data up to a marker. */
function* jpeg(): Steps {
  yield skip(2);
  for (;;) {
    yield { kind: "marker" };
    let [marker = 0] = yield read(1);
    while (marker === 0xff) [marker = 0] = yield read(1);
    if (marker === 0xd9) return;
    const hasNoLength = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    if (hasNoLength) continue;
    const [high = 0, low = 0] = yield read(2);
    yield skip(high * 256 + low - 2);
  }
}

/** Chunks of length, type, data and checksum, up to IEND. */
function* png(): Steps {
  yield skip(8);
  for (;;) {
    const header = yield read(8);
    const type = ascii(header.slice(4));
    yield skip(bigEndian(header.slice(0, 4)) + 4);
    if (type === "IEND" || !/^[A-Za-z]{4}$/.test(type)) return;
  }
}

/** Blocks, each of sub-blocks up to an empty one, up to the trailer. */
function* gif(): Steps {
  const header = yield read(13);
  yield skip(colorTableBytes(header[10]));
  for (;;) {
    const [kind] = yield read(1);
    if (kind === 0x21) {
      yield skip(1);
    } else if (kind === 0x2c) {
      const image = yield read(9);
      yield skip(colorTableBytes(image[8]) + 1);
    } else {
      return;
    }
    for (;;) {
      const [size = 0] = yield read(1);
      if (size === 0) break;
      yield skip(size);
    }
  }
}

function colorTableBytes(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** One RIFF chunk, which says how long the file is. */
function* webp(): Steps {
  const header = yield read(8);
  yield skip(bigEndian(header.slice(4).reverse()));
}

/** The box types that cameras write at the top level. A box of another type is not part of the image. */
const TOP_LEVEL_BOXES = [
  "ftyp",
  "meta",
  "mdat",
  "moov",
  "moof",
  "mpvd",
  "free",
  "skip",
  "wide",
  "uuid",
];

/** Boxes of length and type, up to the end of the file. */
function* isoBoxes(): Steps {
  for (;;) {
    const header = yield read(8, true);
    const size = bigEndian(header.slice(0, 4));
    const isBox = TOP_LEVEL_BOXES.includes(ascii(header.slice(4)));
    // A size of 0 means: up to the end of the file.
    if (size === 0 || !isBox) return;
    if (size === 1) {
      const long = yield read(8);
      yield skip(bigEndian(long) - 16);
    } else {
      yield skip(size - 8);
    }
  }
}

function bigEndian(bytes: readonly number[]): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}

function ascii(bytes: readonly number[]): string {
  return String.fromCharCode(...bytes);
}
