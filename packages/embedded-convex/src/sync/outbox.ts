/** The frames that wait to be written to one websocket, in order. A long Transition's are made when they are taken. */
import { TransitionChunks } from "../protocol/codec";

type Entry =
  | string
  | {
      readonly chunks: TransitionChunks;
      readonly frames: Iterator<string, void>;
    };

export class Outbox {
  readonly #entries: Entry[] = [];
  #length = 0;

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** The length of the frames in characters. */
  get length(): number {
    return this.#length;
  }

  push(frames: readonly string[] | TransitionChunks): void {
    if (frames instanceof TransitionChunks) {
      this.#length += frames.remaining;
      this.#entries.push({
        chunks: frames,
        frames: frames[Symbol.iterator](),
      });
      return;
    }
    for (const frame of frames) this.#length += frame.length;
    this.#entries.push(...frames);
  }

  /** Removes and returns the next frames, until they have `length` characters. */
  take(length: number): string[] {
    const taken: string[] = [];
    let takenLength = 0;
    while (takenLength < length) {
      const frame = this.#next();
      if (frame === null) break;
      taken.push(frame);
      takenLength += frame.length;
    }
    return taken;
  }

  dropTransitions(): void {
    const frames = this.#entries.filter((entry) => typeof entry === "string");
    this.clear();
    this.push(frames);
  }

  clear(): void {
    this.#entries.length = 0;
    this.#length = 0;
  }

  #next(): string | null {
    for (;;) {
      const [entry] = this.#entries;
      if (entry === undefined) return null;
      if (typeof entry === "string") {
        this.#entries.shift();
        this.#length -= entry.length;
        return entry;
      }
      const before = entry.chunks.remaining;
      const { value, done } = entry.frames.next();
      this.#length -= before - entry.chunks.remaining;
      if (done !== true) return value;
      this.#entries.shift();
    }
  }
}
