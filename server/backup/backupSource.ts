/** Reads a backup in either form: a ZIP of `npm run backup`, or a folder in `DATA_DIR/backups`. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { StartupError } from "embedded-convex";
import { usageOf } from "../program";
import { ZipReader } from "../zip/zipReader";
import { type Manifest, MANIFEST_NAME, parseManifest, readBytes } from "./manifest";

export interface BackupSource {
  readonly manifest: Manifest;
  /** @throws StartupError if the entry is missing, BadZip if it is damaged. */
  readonly read: (name: string) => AsyncIterable<Uint8Array>;
  readonly close: () => void;
}

/** A manifest has about 150 bytes per stored file. A text of twice this size would exceed Node's longest string. */
const MAX_MANIFEST_BYTES = 256 * 1024 * 1024;

/** @throws StartupError, BadZip */
export async function openBackupSource(path: string, signal: AbortSignal): Promise<BackupSource> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new StartupError(`${path} does not exist.`);
  return found.isDirectory() ? openFolder(path, signal) : openZip(path);
}

function openFolder(path: string, signal: AbortSignal): BackupSource {
  const list = join(path, MANIFEST_NAME);
  if (!existsSync(list)) throw notABackup(path);
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

async function openZip(path: string): Promise<BackupSource> {
  const zip = await ZipReader.open(path);
  try {
    const entries = new Map(zip.entries.map((entry) => [entry.name, entry]));
    const list = entries.get(MANIFEST_NAME);
    if (list === undefined || list.size > MAX_MANIFEST_BYTES) throw notABackup(path);
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

function notABackup(path: string): StartupError {
  return new StartupError(
    `${path} is not a backup: it has no ${MANIFEST_NAME} of ours. (Read the ZIP of \`${usageOf("export")}\` with \`${usageOf("import")}\`.)`,
  );
}

function missing(name: string, path: string): StartupError {
  return new StartupError(`${name} is missing from ${path}.`);
}
