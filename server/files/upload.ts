/**
 * The upload URL that Convex's own `storage.generateUploadUrl` gives out: one file for one token.
 * It checks the permission and the size; which types are welcome is not asked here, as Convex does not ask either.
 * Always true: the token is used up and the file is known in one transaction, or neither; a refused or broken upload leaves nothing.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { TooLarge, type BlobStore, type WrittenBlob } from "./blobs";
import { drain } from "./drain";
import { idleTimeout } from "./idleTimeout";
import { requestTarget } from "./requestTarget";
import type { UploadToken, UploadTokens } from "./uploadTokens";

export const UPLOAD_PATH = "/api/storage/upload";

export interface NewFile extends WrittenBlob {
  readonly contentType: string | null;
}

/** The database's side of an upload. */
export interface UploadRecords {
  isUsed(tokenId: string): boolean;
  /** In one transaction: the token is used and the file has its row. Null where the token was used before. */
  record(token: UploadToken, file: NewFile): Promise<string | null>;
}

export interface UploadOptions {
  readonly tokens: UploadTokens;
  readonly records: UploadRecords;
  readonly blobs: BlobStore;
  readonly maxBytes: number;
  /** Without a byte for so long, the connection is given up. An upload that moves may take any time. */
  readonly idleMs?: number;
}

type Refusal = { status: number; code: string; message: string };

const EXPIRED: Refusal = {
  status: 401,
  code: "UPLOAD_URL_EXPIRED",
  message: "This upload link was used already or its hour is over.",
};

export function uploadHandler(
  o: UploadOptions,
): (req: IncomingMessage, res: ServerResponse) => Promise<boolean> {
  const busy = new Set<string>();
  return async (req, res) => {
    const { path, query } = requestTarget(req);
    if (path !== UPLOAD_PATH) return false;
    if (req.method !== "POST") {
      res.setHeader("allow", "POST");
      refuse(req, res, {
        status: 405,
        code: "METHOD_NOT_ALLOWED",
        message: "A file is uploaded with POST.",
      });
      return true;
    }
    const token = o.tokens.verify(query.get("token") ?? "");
    if (!token || busy.has(token.id) || o.records.isUsed(token.id)) {
      refuse(req, res, EXPIRED);
      return true;
    }
    // Else one token could fill the disk with uploads that all but one are thrown away in the end.
    busy.add(token.id);
    try {
      await receive(req, res, token, o);
    } finally {
      busy.delete(token.id);
    }
    return true;
  };
}

async function receive(
  req: IncomingMessage,
  res: ServerResponse,
  token: UploadToken,
  o: UploadOptions,
): Promise<void> {
  const stopTimer = idleTimeout(req.socket, o.idleMs);
  try {
    if (Number(req.headers["content-length"] ?? 0) > o.maxBytes) {
      throw new TooLarge(o.maxBytes);
    }
    // The iterator must not destroy the request: that would take the connection that the refusal goes out on.
    const body = req.iterator({
      destroyOnReturn: false,
    }) as AsyncIterable<Uint8Array>;
    const written = await o.blobs.write(body, { maxBytes: o.maxBytes });
    const storageId = await recordOrRemove(o, token, {
      ...written,
      contentType: contentTypeOf(req),
    });
    if (storageId === null) refuse(req, res, EXPIRED);
    else sendJson(res, 200, { storageId });
  } catch (error) {
    // The client went away in the middle: nobody is left to answer, and nothing was kept.
    if (!req.complete && req.destroyed) return;
    if (!(error instanceof TooLarge)) throw error;
    refuse(req, res, {
      status: 413,
      code: "TOO_LARGE",
      message: error.message,
    });
  } finally {
    stopTimer();
  }
}

async function recordOrRemove(
  o: UploadOptions,
  token: UploadToken,
  file: NewFile,
): Promise<string | null> {
  let storageId: string | null = null;
  try {
    storageId = await o.records.record(token, file);
  } finally {
    if (storageId === null) await o.blobs.remove(file.blobId);
  }
  return storageId;
}

/** Only the bare type: parameters are of no use for a file, and a header value must not be carried into another unread. */
function contentTypeOf(req: IncomingMessage): string | null {
  const type = req.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  return type && /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,80}$/.test(type)
    ? type
    : null;
}

function refuse(
  req: IncomingMessage,
  res: ServerResponse,
  { status, code, message }: Refusal,
): void {
  sendJson(res, status, { code, message });
  drain(req);
}

function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  res.end(JSON.stringify(body));
}
