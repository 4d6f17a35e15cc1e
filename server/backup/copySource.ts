/** A copy to restore from, whichever form it has: the ZIP of `npm run backup`, or a folder of `DATA_DIR/backups`. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { StartupError } from "embedded-convex";
import { ZipReader } from "../zip/zipReader";
import {
  type Manifest,
  MANIFEST_NAME,
  parseManifest,
  readBytes,
} from "./manifest";

export interface CopySource {
  readonly manifest: Manifest;
  /** @throws StartupError for what is not there, BadZip for what is damaged. */
  readonly read: (name: string) => AsyncIterable<Uint8Array>;
  readonly close: () => void;
}

/** @throws StartupError, BadZip */
export async function openCopySource(
  path: string,
  signal: AbortSignal,
): Promise<CopySource> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new StartupError(`There is no ${path}.`);
  return found.isDirectory() ? openFolder(path, signal) : openZip(path);
}

function openFolder(path: string, signal: AbortSignal): CopySource {
  const list = join(path, MANIFEST_NAME);
  if (!existsSync(list)) throw noCopy(path);
  return {
    manifest: parseManifest(readFileSync(list, "utf8"), path),
    read: (name) => {
      const file = join(path, name);
      if (!existsSync(file)) throw missing(name, path);
      return readBytes(file, signal);
    },
    close: () => undefined,
  };
}

async function openZip(path: string): Promise<CopySource> {
  const zip = await ZipReader.open(path);
  try {
    const entries = new Map(zip.entries.map((entry) => [entry.name, entry]));
    const list = entries.get(MANIFEST_NAME);
    if (list === undefined) throw noCopy(path);
    const chunks: Uint8Array[] = [];
    for await (const chunk of zip.read(list)) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString("utf8");
    return {
      manifest: parseManifest(text, path),
      read: (name) => {
        const entry = entries.get(name);
        if (entry === undefined) throw missing(name, path);
        return zip.read(entry);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function noCopy(path: string): StartupError {
  return new StartupError(
    `${path} is no backup: it has no ${MANIFEST_NAME}. (What \`npm run export\` wrote is read by \`npm run import\`.)`,
  );
}

function missing(name: string, path: string): StartupError {
  return new StartupError(`${name} is missing from ${path}.`);
}
