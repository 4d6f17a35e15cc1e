import { useQuery } from "convex/react";
import { useMemo } from "react";
import { api } from "@convex/_generated/api";
import { useKeepPreviousData } from "@/lib/useKeepPreviousData";

/** The addresses of stored files; those known already stay while a longer list loads. */
export function useFileUrls(
  ids: readonly string[],
): readonly (string | null | undefined)[] | undefined {
  const urls = useQuery(
    api.files.getUrls,
    ids.length === 0 ? "skip" : { ids: [...ids] },
  );
  const answered = useMemo(
    () => urls && new Map(ids.map((id, index) => [id, urls[index] ?? null])),
    // The answer belongs to the ids that were asked for when it came.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [urls],
  );
  const known = useKeepPreviousData(answered);
  return ids.map((id) => known?.get(id));
}
