/**
 * A stored file by its unguessable address: whole, by range, or "not changed". Who may know the address is decided where it is
 * given out. Always true: nothing that a person uploaded can run as a page or a script of this site.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { BlobStore } from "../runtime/blobs";
import { rangeOf, type ByteRange } from "./byteRange";
import { idleTimeout } from "./idleTimeout";
import { isReaderGone } from "./readerGone";
import { errorText, type Log } from "../log";
import { requestTarget } from "./requestTarget";

const DOWNLOAD_PATH = /^\/api\/storage\/([0-9a-f-]{36})$/;

export interface StoredFile {
  readonly blobId: string;
  readonly contentType: string | null;
  readonly sha256: string;
  readonly size: number;
}

export interface DownloadOptions {
  readonly blobs: BlobStore;
  /** By the id in the address, not by that of the document. */
  readonly find: (id: string) => StoredFile | null;
  readonly log: Pick<Log, "error">;
  readonly idleMs?: number;
}

/** What a browser shows without running anything in it. SVG is not among them: it can carry script. */
const SHOWN_TYPES = new Set([
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/gif",
  "image/avif",
  "image/heic",
  "image/heif",
]);
/** What may keep its name although it is only offered to be saved. Scripts, styles and pages may not. */
const SAVED_TYPES =
  /^(audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+|application\/(pdf|zip|json)|text\/(plain|csv))$/;

export function downloadHandler(
  o: DownloadOptions,
): (req: IncomingMessage, res: ServerResponse) => Promise<boolean> {
  return async (req, res) => {
    const id = DOWNLOAD_PATH.exec(requestTarget(req).path)?.[1];
    if (id === undefined) return false;
    if (req.method !== "GET" && req.method !== "HEAD") {
      sendError(res, 405, "A stored file can only be read.", {
        allow: "GET, HEAD",
      });
      return true;
    }
    const file = o.find(id);
    if (file === null) {
      sendError(res, 404, "There is no such file.");
    } else if (o.blobs.stat(file.blobId)?.size !== file.size) {
      o.log.error("A stored file is missing or damaged on disk", {
        blobId: file.blobId,
      });
      sendError(res, 500, "The file is missing on the server's disk.");
    } else {
      await sendFile(req, res, file, o);
    }
    return true;
  };
}

async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  file: StoredFile,
  o: DownloadOptions,
): Promise<void> {
  const etag = `"${file.sha256}"`;
  const headers = { ...safeHeaders(file), etag };
  if (isKnown(req.headers["if-none-match"], etag)) {
    res.writeHead(304, headers).end();
    return;
  }
  const range = rangeOf(askedRange(req, etag), file.size);
  if (range === "unsatisfiable") {
    sendError(res, 416, "The file has no such bytes.", {
      "content-range": `bytes */${file.size}`,
    });
    return;
  }
  writeHead(res, file, headers, range);
  if (req.method === "HEAD" || file.size === 0) {
    res.end();
    return;
  }
  const stopTimer = idleTimeout(req.socket, o.idleMs);
  try {
    await pipeline(o.blobs.open(file.blobId, range ?? undefined), res);
  } catch (error) {
    // The reader went away, which is their right; any other end is a disk that failed in the middle.
    if (!isReaderGone(error)) {
      o.log.error("A stored file could not be read", {
        blobId: file.blobId,
        error: errorText(error),
      });
    }
  } finally {
    stopTimer();
  }
}

function writeHead(
  res: ServerResponse,
  file: StoredFile,
  headers: Record<string, string>,
  range: ByteRange | null,
): void {
  if (range === null) {
    res.writeHead(200, { ...headers, "content-length": file.size });
  } else {
    res.writeHead(206, {
      ...headers,
      "content-length": range.end - range.start + 1,
      "content-range": `bytes ${range.start}-${range.end}/${file.size}`,
    });
  }
}

function safeHeaders(file: StoredFile): Record<string, string> {
  const type = file.contentType ?? "";
  const isShown = SHOWN_TYPES.has(type);
  return {
    "content-type":
      isShown || SAVED_TYPES.test(type) ? type : "application/octet-stream",
    "content-disposition": isShown ? "inline" : "attachment",
    "cache-control": "private, max-age=31536000, immutable",
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

/** A range counts only for GET, and only if the part that the reader has is of this very file. */
function askedRange(req: IncomingMessage, etag: string): string | undefined {
  const ifRange = req.headers["if-range"];
  if (req.method !== "GET" || (ifRange && ifRange !== etag)) return undefined;
  return req.headers.range;
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""))
    .some((tag) => tag === etag || tag === "*");
}

function sendError(
  res: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    ...ISOLATION,
    ...headers,
  });
  res.end(
    JSON.stringify({
      code: status === 404 ? "NOT_FOUND" : "REFUSED",
      message,
    }),
  );
}
