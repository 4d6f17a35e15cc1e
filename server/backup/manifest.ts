/**
 * The manifest of a backup: every entry with its size and hash. A backup is a folder or a ZIP with the names of the
 * data folder:
 *
 *   data.db  accounts.db  accounts.secret  files/<blob id>  manifest.json
 *
 * Entry names are validated, so no entry can be written outside the target folder.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { z } from "zod";
import { DATABASE_FORMAT, StartupError } from "embedded-convex";
import { productVersion } from "../program";
import { DATA } from "./entryNames";

export const MANIFEST_NAME = "manifest.json";

/** Incremented by each change that this code could not read. */
const FORMAT_VERSION = 1;

const ENTRY_NAME =
  /^(?:data\.db|accounts\.db|accounts\.secret|files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const backupEntry = z.object({
  name: z.string().regex(ENTRY_NAME),
  size: z.number().int().nonnegative(),
  /** Hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/**
 * `lacking` and `pieces` are the stored names of `missing` and `entries`: backups made by older versions must restore.
 */
const storedManifest = z.object({
  kind: z.literal("downspout-backup"),
  formatVersion: z.number().int(),
  appVersion: z.string(),
  /** ISO 8601, UTC. */
  madeAt: z.iso.datetime(),
  /** The `user_version` of data.db. */
  databaseFormat: z.number().int().positive(),
  /** These three are missing in backups of earlier versions: see DataVersions. */
  accountsFormat: z.number().int().nonnegative().default(0),
  schema: z.string().optional(),
  derivedVersion: z.number().optional(),
  documents: z.number().int().nonnegative(),
  files: z.number().int().nonnegative(),
  /** Files whose bytes were missing when the backup was made. */
  lacking: z.array(z.string()),
  pieces: z
    .array(backupEntry)
    .refine((entries) => new Set(entries.map(({ name }) => name)).size === entries.length)
    .refine((entries) => entries.some(({ name }) => name === DATA)),
});

export type BackupEntry = z.infer<typeof backupEntry>;

export interface Manifest extends Omit<z.infer<typeof storedManifest>, "lacking" | "pieces"> {
  readonly missing: readonly string[];
  readonly entries: readonly BackupEntry[];
}

/** `appVersion` is the version that wrote the data, by default this program's. */
export function newManifest({
  appVersion = productVersion(),
  ...contents
}: Omit<Manifest, "kind" | "formatVersion" | "appVersion"> & {
  readonly appVersion?: string | undefined;
}): Manifest {
  return {
    kind: "downspout-backup",
    formatVersion: FORMAT_VERSION,
    appVersion,
    ...contents,
  };
}

export function serializeManifest(manifest: Manifest): string {
  const { missing: lacking, entries: pieces, ...rest } = manifest;
  return JSON.stringify({ ...rest, lacking, pieces });
}

/** @throws StartupError. `where` is the path of the backup. */
export function parseManifest(text: string, where: string): Manifest {
  const parsed = storedManifest.safeParse(jsonOf(text));
  if (!parsed.success) {
    throw new StartupError(
      `The manifest of ${where} (${MANIFEST_NAME}) is damaged. The backup cannot be restored.`,
      { cause: parsed.error },
    );
  }
  const { lacking: missing, pieces: entries, ...rest } = parsed.data;
  const { formatVersion, databaseFormat, appVersion } = rest;
  if (formatVersion > FORMAT_VERSION || databaseFormat > DATABASE_FORMAT)
    throw newerBackup(where, appVersion);
  return { ...rest, missing, entries };
}

export function newerBackup(where: string, appVersion: string): StartupError {
  return new StartupError(
    `${where} was made by a newer version of this program (${appVersion}). Update the program first.`,
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Measures size and hash of the bytes that pass through. */
export class Measured {
  size = 0;
  readonly #hash = createHash("sha256");

  async *pass(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      this.size += chunk.byteLength;
      this.#hash.update(chunk);
      yield chunk;
    }
  }

  /** Call once, after the last byte. */
  asEntry(name: string): BackupEntry {
    return { name, size: this.size, sha256: this.#hash.digest("hex") };
  }
}

export async function entryOf(
  name: string,
  content: AsyncIterable<Uint8Array>,
): Promise<BackupEntry> {
  const measured = new Measured();
  for await (const _ of measured.pass(content));
  return measured.asEntry(name);
}

/** Opens the file at the first read, so an unused iterator leaks no handle. */
export async function* readBytes(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  for await (const chunk of createReadStream(path)) {
    signal.throwIfAborted();
    yield chunk as Uint8Array;
  }
}

export function sameEntry(a: BackupEntry, b: BackupEntry): boolean {
  return a.name === b.name && a.size === b.size && a.sha256 === b.sha256;
}
