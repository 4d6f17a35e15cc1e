/**
 * The upload URL that Convex's own `storage.generateUploadUrl` gives out: one file for one token.
 * It checks the permission and the size; which types are welcome is not asked here, as Convex does not ask either.
 * Always true: no byte is taken without a token that is used up by that, and a refused or broken upload leaves nothing.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  TooLarge,
  undoAfter,
  type BlobStore,
  type WrittenBlob,
} from "../runtime/blobs";
import { drain } from "./drain";
import { idleTimeout } from "./idleTimeout";
import { requestTarget } from "./requestTarget";

export const UPLOAD_PATH = "/api/storage/upload";

export interface UploadOptions {
  /** Uses the token up. True once for each that was given out within the hour. */
  readonly claim: (token: string) => Promise<boolean>;
  /** Gives bytes that are on the disk their row; answers its id. */
  readonly record: (
    blob: WrittenBlob,
    contentType: string | null,
  ) => Promise<string>;
  readonly blobs: BlobStore;
  readonly maxBytes: number;
  /** Without a byte for so long, the connection is given up. An upload that moves may take any time. */
  readonly idleMs?: number;
}

type Refusal = { status: number; code: string; message: string };

const NOT_POSTED: Refusal = {
  status: 405,
  code: "METHOD_NOT_ALLOWED",
  message: "A file is uploaded with POST.",
};

const EXPIRED: Refusal = {
  status: 401,
  code: "UPLOAD_URL_EXPIRED",
  message: "This upload link was used already or its hour is over.",
};

export function uploadHandler(
  o: UploadOptions,
): (req: IncomingMessage, res: ServerResponse) => Promise<boolean> {
  return async (req, res) => {
    const { path, query } = requestTarget(req);
    if (path !== UPLOAD_PATH) return false;
    if (req.method !== "POST") {
      res.setHeader("allow", "POST");
      refuse(req, res, NOT_POSTED);
    } else if (Number(req.headers["content-length"] ?? 0) > o.maxBytes) {
      // Before the token is used up, so that a smaller file may still take it.
      refuse(req, res, tooLarge(new TooLarge(o.maxBytes)));
    } else if (!(await o.claim(query.get("token") ?? ""))) {
      refuse(req, res, EXPIRED);
    } else {
      await receive(req, res, o);
    }
    return true;
  };
}

async function receive(
  req: IncomingMessage,
  res: ServerResponse,
  o: UploadOptions,
): Promise<void> {
  const stopTimer = idleTimeout(req.socket, o.idleMs);
  try {
    // The iterator must not destroy the request: that would take the connection that the refusal goes out on.
    const body = req.iterator({
      destroyOnReturn: false,
    }) as AsyncIterable<Uint8Array>;
    const blob = await o.blobs.write(body, { maxBytes: o.maxBytes });
    sendJson(res, 200, { storageId: await recordOrRemove(o, req, blob) });
  } catch (error) {
    // The client went away in the middle: nobody is left to answer, and nothing was kept.
    if (!req.complete && req.destroyed) return;
    if (!(error instanceof TooLarge)) throw error;
    refuse(req, res, tooLarge(error));
  } finally {
    stopTimer();
  }
}

async function recordOrRemove(
  o: UploadOptions,
  req: IncomingMessage,
  blob: WrittenBlob,
): Promise<string> {
  try {
    return await o.record(blob, contentTypeOf(req));
  } catch (error) {
    return await undoAfter(error, () => o.blobs.remove(blob.blobId));
  }
}

/** Only the bare type: parameters are of no use for a file, and a header value must not be carried into another unread. */
function contentTypeOf(req: IncomingMessage): string | null {
  const type = req.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  return type && /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,80}$/.test(type)
    ? type
    : null;
}

function tooLarge({ message }: TooLarge): Refusal {
  return { status: 413, code: "TOO_LARGE", message };
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
