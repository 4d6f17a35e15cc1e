import { v } from "convex/values";

export const fileFields = {
  storageId: v.id("_storage"),
  contentType: v.string(),
  size: v.number(),
  name: v.optional(v.string()),
};
