import { v } from "convex/values";
import { mutation } from "./_generated/server";

/** The client posts the bytes to this URL, and sends the `storageId` of the response in a message. */
export const generateUploadUrl = mutation({
  args: {},
  returns: v.string(),
  handler: (ctx) => ctx.storage.generateUploadUrl(),
});
