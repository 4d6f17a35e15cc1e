import { v, type Infer } from "convex/values";

/** A photo and the URL of its thumbnail, null if it has none. */
export const picture = v.object({
  url: v.string(),
  thumbnailUrl: v.nullable(v.string()),
  /** When the photo was uploaded, in ms since 1970. */
  at: v.number(),
});

export type Picture = Infer<typeof picture>;

export const fileFields = {
  storageId: v.id("_storage"),
  contentType: v.string(),
  size: v.number(),
  name: v.optional(v.string()),
  /** The row of the photo's small copy (domain/files/images.ts). */
  thumbnailId: v.optional(v.id("files")),
};
