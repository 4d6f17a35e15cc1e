import { httpRouter } from "convex/server";
import { httpAction } from "./_generated/server";
import { UPLOAD_PATH } from "./model/uploadTickets";
import { allowUpload, receiveUpload } from "./model/uploads";

const http = httpRouter();

/** One image by the URL of `jobs.generateUploadUrl`; answers {storageId}. */
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
