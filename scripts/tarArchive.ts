/** Writes a `.tar.gz` whose bytes depend on names and contents only. */
import { gzipSync } from "node:zlib";

export interface TarFile {
  /** The path from the root of the archive, with slashes. ASCII, at most 100 characters. */
  readonly path: string;
  readonly content: Uint8Array;
  readonly isExecutable?: boolean;
}

const BLOCK_BYTES = 512;
/** The fixed date of npm's packages, October 26, 1985: some programs warn of a file from 1970. Seconds. */
const MTIME = 499_162_500;

export function tarGz(files: readonly TarFile[]): Buffer {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const blocks = sorted.flatMap((file) => [
    header(file),
    file.content,
    Buffer.alloc(-file.content.length & (BLOCK_BYTES - 1)),
  ]);
  const archive = Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_BYTES)]);
  const compressed = gzipSync(archive, { level: 9 });
  // The operating system, which zlib writes there, as "unknown".
  compressed[9] = 255;
  return compressed;
}

/** A header in the format "ustar" of POSIX. */
function header({ path, content, isExecutable = false }: TarFile): Buffer {
  if (path.length > 100) throw new Error(`${path} is too long for a tar file.`);
  const block = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  block.write(path, 0);
  block.write(octal(isExecutable ? 0o755 : 0o644, 7), 100);
  // Owner and group.
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(content.length, 11), 124);
  block.write(octal(MTIME, 11), 136);
  // The checksum is taken with spaces in its own field.
  block.write("        ", 148);
  block.write("0", 156);
  block.write("ustar\0" + "00", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)}\0 `, 148);
  return block;
}
