/**
 * Receives the whole body of a request before a function reads it: in memory while it is short or there is room, then
 * in a file. So slow clients never hold more than a fixed amount of memory, and most bodies are written to no file.
 *
 * Always bounded: the bodies being received, the size of each, the bytes of long bodies in memory, and those of long
 * bodies in files that functions read at the same time. A body's file exists only between `receive` and `release`.
 */
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { RequestBodyError } from "../functionCall";
import { HttpError } from "../httpError";
import { outsideCalls } from "../runtime/callContext";

export interface BodyLimits {
  /** Bytes of one body. */
  readonly maxBytes: number;
  /** Bytes of one body that are kept in memory in any case. */
  readonly memoryBytes: number;
  /** Bytes of all longer bodies that are kept in memory, from their first byte until their function has ended. */
  readonly sharedMemoryBytes: number;
  /** Bodies that may arrive at the same time. */
  readonly receiving: number;
  /** Bytes of bodies from files that functions may read at the same time. */
  readonly readingBytes: number;
}

const BODY_LIMITS: Omit<BodyLimits, "maxBytes"> = {
  memoryBytes: 512 * 1024,
  sharedMemoryBytes: 64 * 1024 * 1024,
  receiving: 200,
  readingBytes: 64 * 1024 * 1024,
};

/** Bytes. Functions read bodies in few pieces: each piece costs a promise of every stream behind it. */
const PIECE_BYTES = 512 * 1024;

export interface BufferedBody {
  readonly stream: ReadableStream<Uint8Array>;
  /** Call when the response is complete. Removes the file. */
  release(): Promise<void>;
}

/** How much one body uses of the limits. */
interface Share {
  memoryBytes: number;
  readingBytes: number;
  isReleased: boolean;
}

export class BodyBuffer {
  readonly #folder: string;
  readonly #limits: BodyLimits;
  readonly #waiting: (() => void)[] = [];
  #receiving = 0;
  #memoryBytes = 0;
  #readingBytes = 0;

  /** The folder must exist, and must be cleared at the next start. */
  constructor(folder: string, limits: Pick<BodyLimits, "maxBytes"> & Partial<BodyLimits>) {
    this.#folder = folder;
    this.#limits = { ...BODY_LIMITS, ...limits };
  }

  /** Nothing is received before the first read from the stream. Its errors are RequestBodyErrors. */
  open(req: IncomingMessage): BufferedBody {
    const file = join(this.#folder, randomUUID());
    const share = { memoryBytes: 0, readingBytes: 0, isReleased: false };
    let pieces: AsyncGenerator<Uint8Array> | undefined;
    const stream = new ReadableStream<Uint8Array>(
      {
        // The function that reads from the stream calls this; receiving is the host's work.
        pull: (controller) =>
          outsideCalls(async () => {
            try {
              pieces ??= await this.#piecesOf(req, file, share);
              const next = await pieces.next();
              if (next.done === true) controller.close();
              else controller.enqueue(asUint8Array(next.value));
            } catch (cause) {
              throw new RequestBodyError(cause);
            }
          }),
      },
      { highWaterMark: 0 },
    );
    return {
      stream,
      release: async () => {
        await pieces?.return(undefined);
        share.isReleased = true;
        this.#readingBytes -= share.readingBytes;
        this.#leaveMemory(share);
        for (const check of this.#waiting.splice(0)) check();
        await rm(file, { force: true });
      },
    };
  }

  async #piecesOf(
    req: IncomingMessage,
    file: string,
    share: Share,
  ): Promise<AsyncGenerator<Uint8Array>> {
    const { inMemory, size } = await this.#receive(req, file, share);
    if (inMemory === null) await this.#reserve(size, share);
    const pieces = inMemory === null ? filePieces(file) : joined(inMemory);
    return upTo(this.#limits.maxBytes, size, pieces);
  }

  async #receive(req: IncomingMessage, file: string, share: Share): Promise<ReceivedBody> {
    const { maxBytes, memoryBytes, receiving } = this.#limits;
    if (Number(req.headers["content-length"] ?? 0) > maxBytes) {
      throw tooLarge(maxBytes);
    }
    if (this.#receiving >= receiving) throw tooMany();
    this.#receiving += 1;
    try {
      const incoming = limited(req, maxBytes);
      const inMemory: Uint8Array[] = [];
      let size = 0;
      while (size <= memoryBytes || this.#keepInMemory(size, share)) {
        const next = await incoming.next();
        if (next.done === true) return { inMemory, size };
        inMemory.push(next.value);
        size += next.value.length;
      }
      const inOrder = async function* () {
        for (const chunk of inMemory.splice(0)) yield chunk;
        for await (const chunk of incoming) {
          size += chunk.length;
          yield chunk;
        }
      };
      const toFile = { flags: "wx", mode: 0o600, highWaterMark: memoryBytes };
      await pipeline(inOrder(), createWriteStream(file, toFile));
      this.#leaveMemory(share);
      return { inMemory: null, size };
    } finally {
      this.#receiving -= 1;
    }
  }

  /** False if the long bodies in memory leave no room for this one, which then goes into a file. */
  #keepInMemory(bytes: number, share: Share): boolean {
    const more = bytes - share.memoryBytes;
    const { sharedMemoryBytes } = this.#limits;
    if (share.isReleased || this.#memoryBytes + more > sharedMemoryBytes) return false;
    this.#memoryBytes += more;
    share.memoryBytes = bytes;
    return true;
  }

  #leaveMemory(share: Share): void {
    this.#memoryBytes -= share.memoryBytes;
    share.memoryBytes = 0;
  }

  /** Waits until the functions that read long bodies from files leave room for this one. */
  async #reserve(bytes: number, share: Share): Promise<void> {
    while (this.#readingBytes > 0 && this.#readingBytes + bytes > this.#limits.readingBytes) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    if (share.isReleased) throw new Error("The HTTP action has ended.");
    this.#readingBytes += bytes;
    share.readingBytes = bytes;
  }
}

interface ReceivedBody {
  /** Null if it is in the file. */
  readonly inMemory: Uint8Array[] | null;
  readonly size: number;
}

/** Ends after the chunk that exceeds the limit. */
async function* limited(
  req: IncomingMessage,
  maxBytes: number,
): AsyncGenerator<Uint8Array, undefined> {
  let size = 0;
  // Ending the iterator does not close the connection: the response is still to be sent on it.
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    yield chunk as Buffer;
    if (size > maxBytes) return;
  }
}

/**
 * After a body that was cut off at the limit the read fails, unless the function has rejected the body before that,
 * with its own message.
 */
async function* upTo(
  maxBytes: number,
  size: number,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* pieces;
  if (size > maxBytes) throw tooLarge(maxBytes);
}

/** Opens the file at the first read. */
async function* filePieces(file: string): AsyncGenerator<Uint8Array> {
  const options = { highWaterMark: PIECE_BYTES };
  yield* createReadStream(file, options) as AsyncIterable<Uint8Array>;
}

/** Removes from the array what it yields, to free the memory. */
function* joined(chunks: Uint8Array[]): Generator<Uint8Array> {
  while (chunks.length > 0) {
    let size = 0;
    const end = chunks.findIndex(({ length }) => (size += length) >= PIECE_BYTES);
    const piece = chunks.splice(0, end < 0 ? chunks.length : end + 1);
    yield Buffer.concat(piece);
  }
}

/** Copied if the memory is shared with other Buffers: a function may transfer what it reads. */
function asUint8Array(chunk: Uint8Array): Uint8Array {
  const { buffer, byteLength } = chunk;
  return byteLength === buffer.byteLength ? new Uint8Array(buffer) : new Uint8Array(chunk);
}

function tooLarge(maxBytes: number): HttpError {
  return new HttpError(413, "RequestTooLarge", `The request is larger than ${maxBytes} bytes.`);
}

function tooMany(): HttpError {
  return new HttpError(
    503,
    "TooManyUploads",
    "The server is receiving as many uploads as it can. Try again in a moment.",
  ).retryAfter(5_000);
}
