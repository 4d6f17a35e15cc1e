/**
 * Writes ZIP files with yazl, and adds backpressure, owner-only permissions, exclusive creation and fsync.
 *
 * Invariant: an unfinished file has no central directory, so no reader takes it for complete.
 */
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

/** A fixed date, the format's minimum, makes the ZIP of the same data reproducible. */
const DATE = new Date(1980, 0, 1);
const REGULAR_FILE = 0o100644;

export interface EntryOptions {
  /** Stores without compression: for compressed data such as photos. */
  readonly isPacked?: boolean;
  /** Forces Zip64, which is otherwise used only if needed. */
  readonly isLarge?: boolean;
}

/** `open` of node:fs/promises; replaced in tests of disk failures. */
export type OpenFile = (path: string, flags: string, mode: number) => Promise<FileHandle>;

export class ZipWriter {
  readonly #file: FileHandle;
  readonly #zip = new ZipFile();
  readonly #failure = new AbortController();
  readonly #written: Promise<void>;

  private constructor(file: FileHandle) {
    this.#file = file;
    this.#written = pipeline(
      this.#zip.outputStream,
      async (chunks) => {
        // Unlike `write`, `writeFile` on a handle never writes partially.
        for await (const chunk of chunks) await file.writeFile(chunk);
      },
      { signal: this.#failure.signal },
    );
    // Reported by the next `add` or `finish`. This prevents an unhandled rejection until then.
    this.#written.catch((error: unknown) => this.#failure.abort(error));
    this.#zip.on("error", (error: unknown) => this.#failure.abort(error));
  }

  /** @throws EEXIST if the file exists. */
  static async create(path: string, openFile: OpenFile = open): Promise<ZipWriter> {
    return new ZipWriter(await openFile(path, "wx", 0o600));
  }

  async add(
    name: string,
    content: AsyncIterable<Uint8Array>,
    { isPacked = false, isLarge = false }: EntryOptions = {},
  ): Promise<void> {
    const source = Readable.from(content, { objectMode: false });
    const { signal } = this.#failure;
    const stop = () => source.destroy(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop);
    try {
      this.#zip.addReadStream(source, name, {
        mtime: DATE,
        forceDosTimestamp: true,
        mode: REGULAR_FILE,
        compress: !isPacked,
        forceZip64Format: isLarge,
      });
      await finished(source);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** Durable once resolved. */
  async finish(): Promise<void> {
    this.#zip.end();
    await this.#written;
    await this.#file.sync();
    await this.#file.close();
  }

  /** Closes the file without a central directory. */
  async abandon(): Promise<void> {
    this.#failure.abort(new Error("The ZIP file was abandoned."));
    await this.#written.catch(() => undefined);
    await this.#file.close();
  }
}
