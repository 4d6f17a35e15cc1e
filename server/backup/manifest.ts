/**
 * What a copy of the data is made of, and the list that goes with it: every piece with its size and its hash. A copy is a folder
 * or a ZIP with the same names in it, those of the data folder:
 *
 *   data.db  accounts.db  accounts.secret  files/<blob id>  manifest.json
 *
 * No name that the list may have leads out of a folder.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { z } from "zod";
import { DATABASE_FORMAT, StartupError } from "embedded-convex";
import { productVersion } from "../productVersion";
import { DATA } from "./entryNames";

export const MANIFEST_NAME = "manifest.json";

/** Raised by one whenever a copy could not be read any more by what reads it now. */
const FORMAT_VERSION = 1;

const PIECE_NAME =
  /^(?:data\.db|accounts\.db|accounts\.secret|files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const piece = z.object({
  name: z.string().regex(PIECE_NAME),
  size: z.number().int().nonnegative(),
  /** Hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const manifest = z.object({
  kind: z.literal("downspout-backup"),
  formatVersion: z.number().int(),
  appVersion: z.string(),
  /** ISO 8601, UTC. */
  madeAt: z.iso.datetime(),
  /** The `user_version` of data.db. */
  databaseFormat: z.number().int().positive(),
  documents: z.number().int().nonnegative(),
  files: z.number().int().nonnegative(),
  /** Files that had no bytes any more when the copy was made. */
  lacking: z.array(z.string()),
  pieces: z
    .array(piece)
    .refine(
      (pieces) =>
        new Set(pieces.map(({ name }) => name)).size === pieces.length,
    )
    .refine((pieces) => pieces.some(({ name }) => name === DATA)),
});

export type Piece = z.infer<typeof piece>;
export type Manifest = z.infer<typeof manifest>;

export function newManifest(
  of: Omit<Manifest, "kind" | "formatVersion" | "appVersion" | "lacking"> & {
    readonly lacking: readonly string[];
  },
): Manifest {
  return {
    kind: "downspout-backup",
    formatVersion: FORMAT_VERSION,
    appVersion: productVersion(),
    ...of,
    lacking: [...of.lacking],
  };
}

/** @throws StartupError. `where` is the copy, as a person named it. */
export function parseManifest(text: string, where: string): Manifest {
  const parsed = manifest.safeParse(jsonOf(text));
  if (!parsed.success) {
    throw new StartupError(
      `The list of what is in ${where} (${MANIFEST_NAME}) is damaged: it cannot be restored.`,
      { cause: parsed.error },
    );
  }
  const { formatVersion, databaseFormat, appVersion } = parsed.data;
  if (formatVersion > FORMAT_VERSION || databaseFormat > DATABASE_FORMAT) {
    throw new StartupError(
      `${where} was made by a newer version of this program (${appVersion}): update the program first.`,
    );
  }
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Passes the bytes on, and knows at their end how many they were and their hash. */
export class Measured {
  size = 0;
  private readonly hash = createHash("sha256");

  async *pass(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      this.size += chunk.byteLength;
      this.hash.update(chunk);
      yield chunk;
    }
  }

  /** Once, at the end. */
  asPiece(name: string): Piece {
    return { name, size: this.size, sha256: this.hash.digest("hex") };
  }
}

export async function pieceOf(
  name: string,
  content: AsyncIterable<Uint8Array>,
): Promise<Piece> {
  const measured = new Measured();
  for await (const _ of measured.pass(content));
  return measured.asPiece(name);
}

/** Opened when the first byte is asked for, so that who never asks leaves nothing open. */
export async function* readBytes(
  path: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  for await (const chunk of createReadStream(path)) {
    signal.throwIfAborted();
    yield chunk as Uint8Array;
  }
}

export function samePiece(a: Piece, b: Piece): boolean {
  return a.name === b.name && a.size === b.size && a.sha256 === b.sha256;
}
