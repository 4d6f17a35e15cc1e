/**
 * Writes a ZIP to a file, entry by entry, through yazl, which knows the format (Zip64 included). What is ours: an entry is taken
 * only as fast as the disk takes it, the file is its owner's alone, it never writes over another, and it is durable once finished.
 * Always true: what is not finished has no directory at its end, so that nobody takes it for whole.
 */
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

/** A ZIP of the same data is the same ZIP, whenever and wherever it is made: the format's first day. */
const DATE = new Date(1980, 0, 1);
const REGULAR_FILE = 0o100644;

export interface EntryOptions {
  /** For what is packed already, as photos are. */
  readonly isPacked?: boolean;
  /** Writes as for more than 4 GiB; otherwise that is done where it is needed. */
  readonly isLarge?: boolean;
}

/** `node:fs/promises`' own, or what stands for a full disk in a test. */
export type OpenFile = (
  path: string,
  flags: string,
  mode: number,
) => Promise<FileHandle>;

export class ZipWriter {
  private readonly zip = new ZipFile();
  private readonly failing = new AbortController();
  private readonly written: Promise<void>;

  private constructor(private readonly file: FileHandle) {
    this.written = pipeline(
      this.zip.outputStream,
      async (chunks) => {
        // Unlike `write`, `writeFile` on a handle goes on until every byte is taken.
        for await (const chunk of chunks) await file.writeFile(chunk);
      },
      { signal: this.failing.signal },
    );
    // Whoever adds or finishes hears of it; until then nobody waits.
    this.written.catch((error: unknown) => this.failing.abort(error));
    this.zip.on("error", (error: unknown) => this.failing.abort(error));
  }

  /** A new file: one that is there already is not written over. */
  static async create(
    path: string,
    openFile: OpenFile = open,
  ): Promise<ZipWriter> {
    return new ZipWriter(await openFile(path, "wx", 0o600));
  }

  async add(
    name: string,
    content: AsyncIterable<Uint8Array>,
    { isPacked = false, isLarge = false }: EntryOptions = {},
  ): Promise<void> {
    const source = Readable.from(content, { objectMode: false });
    const { signal } = this.failing;
    const stop = () => source.destroy(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop);
    try {
      this.zip.addReadStream(source, name, {
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
    this.zip.end();
    await this.written;
    await this.file.sync();
    await this.file.close();
  }

  /** Lets the file go as it is: without an end. */
  async abandon(): Promise<void> {
    this.failing.abort(new Error("The ZIP file was abandoned."));
    await this.written.catch(() => undefined);
    await this.file.close();
  }
}
