import type { ConvexReactClient } from "convex/react";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { uploadFile } from "@/offline/photos/uploadFile";

/** Drawn by scripts/demoPhotos.ts. */
const EXAMPLE_PHOTOS = [
  "brick-georgian",
  "colonial-white",
  "cottage-sage",
  "farmhouse-black",
  "gray-craftsman",
  "ranch-brick",
  "ranch-yellow",
  "stucco-cream",
  "stucco-tan",
  "two-story-blue",
].map((name) => `${name}.webp`);

/** Uploads the photos of the example data, one after another. Returns their storage ids. */
export async function uploadExamplePhotos(
  convex: ConvexReactClient,
): Promise<Id<"_storage">[]> {
  const ids: Id<"_storage">[] = [];
  for (const name of EXAMPLE_PHOTOS) ids.push(await uploadPhoto(convex, name));
  return ids;
}

async function uploadPhoto(
  convex: ConvexReactClient,
  name: string,
): Promise<Id<"_storage">> {
  const response = await fetch(`/example/${name}`);
  if (!response.ok) throw new Error(`The server has no photo ${name}.`);
  const url = await convex.mutation(api.jobs.generateUploadUrl, {});
  const id = await uploadFile({
    url,
    body: await response.blob(),
    name,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  return id as Id<"_storage">;
}
