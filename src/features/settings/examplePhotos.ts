import type { ConvexReactClient } from "convex/react";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";

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
export async function uploadExamplePhotos(convex: ConvexReactClient): Promise<Id<"_storage">[]> {
  const ids: Id<"_storage">[] = [];
  for (const name of EXAMPLE_PHOTOS) ids.push(await uploadPhoto(convex, name));
  return ids;
}

async function uploadPhoto(convex: ConvexReactClient, name: string): Promise<Id<"_storage">> {
  const photo = await fetch(`/example/${name}`);
  if (!photo.ok) throw new Error(`The server has no photo ${name}.`);
  const url = new URL(await convex.mutation(api.jobs.generateUploadUrl, {}));
  url.searchParams.set("name", name);
  const uploaded = await fetch(url, {
    method: "POST",
    body: await photo.blob(),
  });
  if (!uploaded.ok) throw new Error(`The server did not take ${name}.`);
  const { storageId } = (await uploaded.json()) as {
    storageId: Id<"_storage">;
  };
  return storageId;
}
