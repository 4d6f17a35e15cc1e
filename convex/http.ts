import { httpRouter } from "convex/server";
import { httpAction } from "./_generated/server";
import { UPLOAD_PATH } from "./model/files/uploadTickets";
import { allowUpload, receiveUpload } from "./model/files/uploads";

const http = httpRouter();

/**
 * Receives one image at the URL from `jobs.generateUploadUrl`; responds with
 * {storageId}. A plain httpAction: the upload ticket identifies the workspace.
 */
http.route({
  path: UPLOAD_PATH,
  method: "POST",
  handler: httpAction(receiveUpload),
});

http.route({
  path: UPLOAD_PATH,
  method: "OPTIONS",
  handler: httpAction(() => Promise.resolve(allowUpload())),
});

export default http;
