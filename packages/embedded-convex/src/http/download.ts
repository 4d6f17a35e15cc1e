/**
 * Serves a stored file at its unguessable URL: the whole file, a byte range, or 304. The URL is the authorization:
 * functions decide who gets it, and the host which files are served at all.
 *
 * Always true: an uploaded file can never run as a page or a script of this origin.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { BlobStore } from "../runtime/blobs";
import { rangeOf } from "./byteRange";
import { idleTimeout } from "./idleTimeout";
import { isClientDisconnect } from "./clientDisconnect";
import { errorText, type Log } from "../log";
import { matchesEtag } from "./etag";
import { pathOf } from "./requestTarget";
import { HttpError } from "../httpError";
import { sendError } from "./responses";

export const DOWNLOAD_PATH = /^\/api\/storage\/([0-9a-f-]{36})$/;

/** A file never changes, but it can be deleted: within a day, a browser asks for it again. */
const CACHE_CONTROL = "private, max-age=86400";

export interface StoredFile {
  readonly storageId: string;
  readonly blobId: string;
  readonly contentType: string | null;
  readonly sha256: string;
  readonly size: number;
}

export interface DownloadOptions {
  readonly blobs: BlobStore;
  /** Finds a file by the blob id in the URL, not by the document's id. */
  readonly find: (id: string) => StoredFile | null;
  /** Whether the file is served. Default: every file. */
  readonly mayDownload?: ((storageId: string) => Promise<boolean>) | undefined;
  readonly log: Pick<Log, "error">;
  readonly idleMs?: number;
}

/** Served inline: a browser runs no script in them. Without SVG, which can contain script. */
const SHOWN_TYPES = new Set([
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/gif",
  "image/avif",
  "image/heic",
  "image/heif",
]);
/**
 * Served as attachments with their own type. All other types, such as scripts and pages, become
 * application/octet-stream.
 */
const SAVED_TYPES =
  /^(audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+|application\/(pdf|zip|json)|text\/(plain|csv))$/;

export function downloadHandler(
  o: DownloadOptions,
): (req: IncomingMessage, res: ServerResponse) => Promise<boolean> {
  return async (req, res) => {
    const id = DOWNLOAD_PATH.exec(pathOf(req))?.[1];
    if (id === undefined) return false;
    if (req.method !== "GET" && req.method !== "HEAD") {
      res.setHeader("allow", "GET, HEAD");
      refuse(res, 405, "A stored file can only be read.");
      return true;
    }
    const file = o.find(id);
    const isServed = file !== null && ((await o.mayDownload?.(file.storageId)) ?? true);
    if (!isServed) {
      refuse(res, 404, "There is no such file.");
    } else if (o.blobs.stat(file.blobId)?.size !== file.size) {
      o.log.error("A stored file is missing or damaged on disk", {
        blobId: file.blobId,
      });
      refuse(res, 500, "The file is missing on the server's disk.");
    } else {
      await sendFile(req, res, { ...o, file });
    }
    return true;
  };
}

async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  { file, blobs, log, idleMs }: DownloadOptions & { file: StoredFile },
): Promise<void> {
  const etag = `"${file.sha256}"`;
  const headers: OutgoingHttpHeaders = { ...safeHeaders(file), etag };
  if (matchesEtag(req.headers["if-none-match"], etag)) {
    res.writeHead(304, headers).end();
    return;
  }
  const range = rangeOf(rangeHeader(req, etag), file.size);
  if (range === "unsatisfiable") {
    res.setHeader("content-range", `bytes */${file.size}`);
    refuse(res, 416, "The file has no such bytes.");
    return;
  }
  headers["content-length"] = file.size;
  if (range !== null) {
    headers["content-length"] = range.end - range.start + 1;
    headers["content-range"] = `bytes ${range.start}-${range.end}/${file.size}`;
  }
  res.writeHead(range === null ? 200 : 206, headers);
  if (req.method === "HEAD" || file.size === 0) {
    res.end();
    return;
  }
  const stopTimer = idleTimeout(req.socket, idleMs);
  try {
    await pipeline(blobs.open(file.blobId, range ?? undefined), res);
  } catch (error) {
    // Any error but a disconnect of the client is a disk failure.
    if (!isClientDisconnect(error)) {
      log.error("A stored file could not be read", {
        blobId: file.blobId,
        error: errorText(error),
      });
    }
  } finally {
    stopTimer();
  }
}

function safeHeaders(file: StoredFile): Record<string, string> {
  const type = file.contentType ?? "";
  const isShown = SHOWN_TYPES.has(type);
  return {
    "content-type": isShown || SAVED_TYPES.test(type) ? type : "application/octet-stream",
    "content-disposition": isShown ? "inline" : "attachment",
    "cache-control": CACHE_CONTROL,
    "accept-ranges": "bytes",
    ...ISOLATION,
  };
}

const ISOLATION = {
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** The Range header, if it applies: for GET only, and only if an If-Range header names this version of the file. */
function rangeHeader(req: IncomingMessage, etag: string): string | undefined {
  const ifRange = req.headers["if-range"];
  if (req.method !== "GET" || (ifRange && ifRange !== etag)) return undefined;
  return req.headers.range;
}

function refuse(res: ServerResponse, status: number, message: string): void {
  for (const [name, value] of Object.entries(ISOLATION)) {
    res.setHeader(name, value);
  }
  const code = status === 404 ? "NOT_FOUND" : "REFUSED";
  sendError(res, new HttpError(status, code, message));
}
