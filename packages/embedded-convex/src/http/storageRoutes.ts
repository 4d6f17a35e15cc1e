/** The routes for uploading and downloading stored files. */
import type { Log } from "../log";
import type { BlobStore } from "../runtime/blobs";
import type { FileStorage } from "../runtime/fileStorage";
import { DOWNLOAD_PATH, downloadHandler, type DownloadOptions } from "./download";
import { pathOf } from "./requestTarget";
import type { Route } from "./router";
import { UPLOAD_PATH, uploadHandler } from "./upload";

export interface StorageRouteOptions {
  readonly blobs: BlobStore;
  readonly log: Log;
  /** Bytes of a file that is stored through an upload URL. */
  readonly maxBytes: number;
  readonly mayDownload?: DownloadOptions["mayDownload"];
}

export function storageRoutes(
  files: Pick<FileStorage, "claimUpload" | "record" | "lookup">,
  options: StorageRouteOptions,
): Route[] {
  const { blobs, log, mayDownload, maxBytes } = options;
  const upload = uploadHandler({
    claim: (token) => files.claimUpload(token),
    record: (blob, contentType) => files.record(blob, contentType),
    blobs,
    maxBytes,
  });
  const find = (blobId: string) => files.lookup(blobId);
  return [
    {
      name: UPLOAD_PATH,
      matches: (req) => pathOf(req) === UPLOAD_PATH,
      handler: upload,
    },
    {
      name: "/api/storage",
      matches: (req) => DOWNLOAD_PATH.test(pathOf(req)),
      handler: downloadHandler({ blobs, log, find, mayDownload }),
    },
  ];
}
