/**
 * The upload URLs of Convex's `storage.generateUploadUrl`: one file per token. Checks the token and the size; like
 * Convex, accepts any content type and checks the hash that a `Digest` header names.
 *
 * Always true: the body is read only after a valid token was used up, and a rejected or interrupted upload leaves no
 * file.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { TooLarge, undoAfter, type BlobStore, type WrittenBlob } from "../runtime/blobs";
import type { UploadClaim } from "../runtime/fileStorage";
import { drain } from "./drain";
import { idleTimeout } from "./idleTimeout";
import { requestTarget } from "./requestTarget";
import { HttpError } from "../httpError";
import { sendError, sendJson } from "./responses";

export const UPLOAD_PATH = "/api/storage/upload";

export interface UploadOptions {
  /** Uses the token up. "claimed" once for each token that was issued within the last hour. */
  readonly claim: (token: string) => Promise<UploadClaim>;
  /** Adds the document of a durable blob. Resolves to its storage id. */
  readonly record: (blob: WrittenBlob, contentType: string | null) => Promise<string>;
  readonly blobs: BlobStore;
  readonly maxBytes: number;
  /** Closes the connection after this time without a byte. An upload that makes progress may take any time. */
  readonly idleMs?: number;
}

export function uploadHandler(
  o: UploadOptions,
): (req: IncomingMessage, res: ServerResponse) => Promise<boolean> {
  return async (req, res) => {
    const { path, query } = requestTarget(req);
    if (path !== UPLOAD_PATH) return false;
    const digest = digestOf(req);
    if (req.method !== "POST") {
      res.setHeader("allow", "POST");
      const message = "A file is uploaded with POST.";
      refuse(req, res, new HttpError(405, "METHOD_NOT_ALLOWED", message));
    } else if (Number(req.headers["content-length"] ?? 0) > o.maxBytes) {
      // Before the token is used up, so that it still works for a smaller file.
      refuse(req, res, tooLarge(new TooLarge(o.maxBytes)));
    } else if (digest === undefined) {
      const message = "Bad header for digest: invalid HTTP header";
      refuse(req, res, new HttpError(400, "BadHeader", message));
    } else {
      const claim = await o.claim(query.get("token") ?? "");
      if (claim === "claimed") await receive(req, res, { ...o, digest });
      else {
        const message = "This upload link was used already or its hour is over.";
        refuse(req, res, new HttpError(401, REFUSAL_CODES[claim], message));
      }
    }
    return true;
  };
}

/** Convex's codes. */
const REFUSAL_CODES = {
  expired: "StorageTokenExpired",
  unknown: "StorageTokenInvalid",
};

async function receive(
  req: IncomingMessage,
  res: ServerResponse,
  { digest, ...o }: UploadOptions & { readonly digest: string | null },
): Promise<void> {
  const stopTimer = idleTimeout(req.socket, o.idleMs);
  try {
    // The iterator must not destroy the request: an error response is sent on the same connection.
    const body = req.iterator({
      destroyOnReturn: false,
    }) as AsyncIterable<Uint8Array>;
    const blob = await o.blobs.write(body, { maxBytes: o.maxBytes });
    if (digest !== null && digest !== blob.sha256) {
      await o.blobs.remove(blob.blobId);
      const message = `Sha256 mismatch. Expected: ${digest} Actual: ${blob.sha256}`;
      refuse(req, res, new HttpError(400, "Sha256Mismatch", message));
      return;
    }
    sendJson(res, 200, { storageId: await recordOrRemove(o, req, blob) });
  } catch (error) {
    // Client disconnected: nothing to send, not an error. The blob store kept nothing.
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

/** The media type without parameters, or null. Validated, because it is sent back in the header of a download. */
function contentTypeOf(req: IncomingMessage): string | null {
  const type = req.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  return type && /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,80}$/.test(type) ? type : null;
}

/**
 * The SHA-256 of the body in base64, if the client names it as `Digest: sha-256=...`, and null without the header.
 * Undefined for anything else, which Convex refuses.
 */
function digestOf({ headers }: IncomingMessage): string | null | undefined {
  const { digest } = headers;
  if (digest === undefined) return null;
  const text = [digest].flat()[0] ?? "";
  return /^sha-256=([A-Za-z0-9+/]{43}=)$/.exec(text)?.[1];
}

function tooLarge({ message }: TooLarge): HttpError {
  return new HttpError(413, "TOO_LARGE", message);
}

function refuse(req: IncomingMessage, res: ServerResponse, error: HttpError): void {
  sendError(res, error);
  drain(req);
}
