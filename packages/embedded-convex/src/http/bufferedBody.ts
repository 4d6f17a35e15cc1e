/**
 * Receives the whole body of a request before a function reads it: in memory while it is short, then in a file. So a
 * function that gathers the body holds it in memory only while it works on it, and not while a slow client sends.
 *
 * Always bounded: the bodies being received, the size of each, and the bytes of long bodies that functions read at the
 * same time. A body's file exists only between `receive` and `release`.
 */
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { RequestBodyError } from "../functionCall";
import { HttpError } from "./responses";

export interface BodyLimits {
  /** Bytes of one body. */
  readonly maxBytes: number;
  /** Bytes of one body that are kept in memory while it arrives. */
  readonly memoryBytes: number;
  /** Bodies that may arrive at the same time. */
  readonly receiving: number;
  /** Bytes of bodies from files that functions may read at the same time. */
  readonly readingBytes: number;
}

/** More than Convex's limit of 20 MiB, so that an action can reject a slightly larger body with its own message. */
const BODY_LIMITS: BodyLimits = {
  maxBytes: 21 * 1024 * 1024,
  memoryBytes: 512 * 1024,
  receiving: 200,
  readingBytes: 64 * 1024 * 1024,
};

/** Bytes. Long bodies are read from their files in few pieces: each piece costs a promise of every stream behind it. */
const PIECE_BYTES = 512 * 1024;

export interface BufferedBody {
  readonly stream: ReadableStream<Uint8Array>;
  /** Call when the response is complete. Removes the file. */
  release(): Promise<void>;
}

export class BodyBuffer {
  readonly #folder: string;
  readonly #limits: BodyLimits;
  readonly #waiting: (() => void)[] = [];
  #receiving = 0;
  #readingBytes = 0;

  /** The folder must exist, and must be cleared at the next start. */
  constructor(folder: string, limits: Partial<BodyLimits> = {}) {
    this.#folder = folder;
    this.#limits = { ...BODY_LIMITS, ...limits };
  }

  /** Nothing is received before the first read from the stream. Its errors are RequestBodyErrors. */
  open(req: IncomingMessage): BufferedBody {
    const file = join(this.#folder, randomUUID());
    let chunks: AsyncIterator<Uint8Array> | undefined;
    let reservedBytes = 0;
    const stream = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            if (chunks === undefined) {
              const body = await this.#receive(req, file);
              if (body.isInFile) {
                await this.#reserve(body.size);
                reservedBytes = body.size;
              }
              chunks = body.chunks[Symbol.asyncIterator]();
            }
            const next = await chunks.next();
            if (next.done === true) controller.close();
            else controller.enqueue(asUint8Array(next.value));
          } catch (cause) {
            throw new RequestBodyError(cause);
          }
        },
      },
      { highWaterMark: 0 },
    );
    return {
      stream,
      release: async () => {
        await chunks?.return?.();
        this.#readingBytes -= reservedBytes;
        reservedBytes = 0;
        for (const check of this.#waiting.splice(0)) check();
        await rm(file, { force: true });
      },
    };
  }

  async #receive(req: IncomingMessage, file: string): Promise<ReceivedBody> {
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
      while (size <= memoryBytes) {
        const next = await incoming.next();
        if (next.done === true) {
          return { chunks: Readable.from(inMemory), size, isInFile: false };
        }
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
      const chunks = fileChunks(file, size > maxBytes ? maxBytes : null);
      return { chunks, size, isInFile: true };
    } finally {
      this.#receiving -= 1;
    }
  }

  /** Waits until the functions that read long bodies leave room for this one. */
  async #reserve(bytes: number): Promise<void> {
    while (
      this.#readingBytes > 0 &&
      this.#readingBytes + bytes > this.#limits.readingBytes
    ) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#readingBytes += bytes;
  }
}

interface ReceivedBody {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly size: number;
  readonly isInFile: boolean;
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
 * Opens the file at the first read. Behind a body that was cut off at the limit the read fails, unless the function has
 * rejected the body before that, with its own message.
 */
async function* fileChunks(
  file: string,
  exceededBytes: number | null,
): AsyncGenerator<Uint8Array> {
  const options = { highWaterMark: PIECE_BYTES };
  yield* createReadStream(file, options) as AsyncIterable<Uint8Array>;
  if (exceededBytes !== null) throw tooLarge(exceededBytes);
}

/** Copied if the memory is shared with other Buffers: a function may transfer what it reads. */
function asUint8Array(chunk: Uint8Array): Uint8Array {
  const { buffer, byteLength } = chunk;
  return byteLength === buffer.byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(chunk);
}

function tooLarge(maxBytes: number): HttpError {
  return new HttpError(
    413,
    "RequestTooLarge",
    `The request is larger than ${maxBytes} bytes.`,
  );
}

function tooMany(): HttpError {
  return new HttpError(
    503,
    "TooManyUploads",
    "The server is receiving as many uploads as it can. Try again in a moment.",
  ).retryAfter(5_000);
}
