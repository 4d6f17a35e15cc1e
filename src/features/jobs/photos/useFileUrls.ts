import { useQuery } from "convex/react";
import { useMemo } from "react";
import { api } from "@convex/_generated/api";
import { useKeepPreviousData } from "@/lib/useKeepPreviousData";

/**
 * URLs of stored files, in the order of `ids`. While a changed list loads, URLs
 * that are already known stay.
 */
export function useFileUrls(
  ids: readonly string[],
): readonly (string | null | undefined)[] | undefined {
  const urls = useQuery(
    api.files.getUrls,
    ids.length === 0 ? "skip" : { ids: [...ids] },
  );
  const loaded = useMemo(
    () => urls && new Map(ids.map((id, index) => [id, urls[index] ?? null])),
    // `urls` belongs to the ids of the query that returned it.
    // oxlint-disable-next-line react/exhaustive-deps
    [urls],
  );
  const known = useKeepPreviousData(loaded);
  return ids.map((id) => known?.get(id));
}
