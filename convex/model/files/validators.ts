import { v, type Infer } from "convex/values";

/** A photo and the link of its small copy, null where it has none. */
export const picture = v.object({
  url: v.string(),
  thumbnailUrl: v.nullable(v.string()),
  /** When it was uploaded, in ms since 1970. */
  at: v.number(),
});

export type Picture = Infer<typeof picture>;

export const fileFields = {
  storageId: v.id("_storage"),
  contentType: v.string(),
  size: v.number(),
  name: v.optional(v.string()),
  /** The row of the photo's small copy (domain/images.ts). */
  thumbnailId: v.optional(v.id("files")),
};
