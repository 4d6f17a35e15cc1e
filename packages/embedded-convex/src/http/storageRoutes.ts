/** The routes for uploading and downloading stored files. */
import type { Log } from "../log";
import type { BlobStore } from "../runtime/blobs";
import type { FileStorage } from "../runtime/fileStorage";
import { downloadHandler, type DownloadOptions } from "./download";
import type { Route } from "./router";
import { UPLOAD_PATH, uploadHandler } from "./upload";

/** Limit for files that are stored through an upload URL. */
const MAX_UPLOAD_BYTES = 512 * 1024 * 1024;

export interface StorageRouteOptions {
  readonly blobs: BlobStore;
  readonly log: Log;
  readonly maxBytes?: number | undefined;
  readonly mayDownload?: DownloadOptions["mayDownload"];
}

export function storageRoutes(
  files: Pick<FileStorage, "claimUpload" | "record" | "lookup">,
  options: StorageRouteOptions,
): Route[] {
  const { blobs, log, mayDownload, maxBytes = MAX_UPLOAD_BYTES } = options;
  const upload = uploadHandler({
    claim: (token) => files.claimUpload(token),
    record: (blob, contentType) => files.record(blob, contentType),
    blobs,
    maxBytes,
  });
  const find = (blobId: string) => files.lookup(blobId);
  return [
    { name: UPLOAD_PATH, handler: upload },
    {
      name: "/api/storage",
      handler: downloadHandler({ blobs, log, find, mayDownload }),
    },
  ];
}
