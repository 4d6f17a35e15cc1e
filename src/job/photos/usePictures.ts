import { useConvex, useQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useMemo } from "react";
import { api } from "@convex/_generated/api";
import { useKeepPreviousData } from "@/lib/useKeepPreviousData";
import type { StoredPicture } from "./ThumbnailQueue";

type Pictures = FunctionReturnType<typeof api.files.getPictures>;

/** One query per 50 ids, so that the first queries of a growing list keep their results. */
const IDS_PER_QUERY = 50;

const FILL_AFTER_MS = 15_000;

/**
 * The pictures of stored files by id: null if the file does not exist, missing while loading. While a changed list
 * loads, the known pictures stay. Makes the thumbnail of a photo that has none.
 */
export function usePictures(
  ids: readonly string[],
  { areDrawings = false } = {},
): ReadonlyMap<string, StoredPicture | null> {
  const key = ids.join(" ");
  const queries = useMemo(() => queriesOf(key === "" ? [] : key.split(" ")), [key]);
  const results = useQueries(queries) as Readonly<Record<string, Pictures | Error | undefined>>;
  const loaded = useMemo(() => {
    const pictures = new Map<string, StoredPicture | null>();
    for (const [chunk, { args }] of Object.entries(queries)) {
      const result = results[chunk];
      if (result instanceof Error) throw result;
      args.ids.forEach((id, at) => {
        if (result !== undefined) pictures.set(id, result[at] ?? null);
      });
    }
    return pictures;
  }, [queries, results]);
  const isComplete = Object.values(results).every((result) => result);
  const known = useKeepPreviousData(isComplete ? loaded : undefined);
  useMissingThumbnails(loaded, areDrawings);
  return useMemo(
    () => (known === undefined ? loaded : new Map([...known, ...loaded])),
    [known, loaded],
  );
}

function queriesOf(ids: readonly string[]) {
  const chunks = Array.from({ length: Math.ceil(ids.length / IDS_PER_QUERY) }, (_, at) =>
    ids.slice(at * IDS_PER_QUERY, (at + 1) * IDS_PER_QUERY),
  );
  return Object.fromEntries(
    chunks.map((chunk, at) => [String(at), { query: api.files.getPictures, args: { ids: chunk } }]),
  );
}

/**
 * The device that uploads a photo sends its thumbnail. For older photos, and if that failed, a device that keeps
 * showing the photo sends it.
 */
function useMissingThumbnails(
  pictures: ReadonlyMap<string, StoredPicture | null>,
  isDrawing: boolean,
): void {
  const convex = useConvex();
  useEffect(() => {
    // The code that makes thumbnails is not part of the first load.
    const fill = () =>
      import("./thumbnailQueueOf").then((queue) =>
        queue.fillThumbnails(convex, pictures, isDrawing),
      );
    // A random delay, so that the screens of an office do not all make the same thumbnail.
    const wait = FILL_AFTER_MS * (1 + Math.random());
    const timer = setTimeout(() => void fill(), wait);
    return () => clearTimeout(timer);
  }, [pictures, isDrawing, convex]);
}
