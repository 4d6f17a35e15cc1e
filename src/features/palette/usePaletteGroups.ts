import { useQuery } from "convex/react";
import { useMemo, useState } from "react";
import { api } from "@convex/_generated/api";
import { cutSearch } from "@domain/inputLimits";
import { matchingCustomers } from "@/features/customers/matchingCustomers";
import {
  DID_YOU_MEAN,
  useSimilarCustomers,
} from "@/features/customers/useSimilarCustomers";
import { isListed, savedJobs } from "@/features/jobs/savedJobList";
import type { Go } from "@/lib/openJob";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { usePaletteActions } from "@/lib/paletteActions";
import { useDebounced } from "@/lib/useDebounced";
import { useKeepPreviousData } from "@/lib/useKeepPreviousData";
import { useWaitingJobCounts } from "@/lib/useWaitingJobCounts";
import { actionEntries, pageEntries } from "./pageEntries";
import { cutGroups, matching, type PaletteGroup } from "./paletteEntries";
import {
  colorEntry,
  customerEntry,
  itemEntry,
  jobEntry,
  joined,
  waitingEntries,
} from "./recordEntries";

const SEARCH_AFTER_MS = 50;
const MAX_JOBS = 50;

/**
 * What the palette offers for the typed text: at once from what the device has,
 * then also from the server.
 */
export function usePaletteGroups(typed: string, go: Go) {
  const search = cutSearch(typed.trim());
  const offered = usePaletteActions();
  const counts = useWaitingJobCounts();
  const jobs = useJobs(search);
  const customers = useCustomers(search);
  const similar = useSimilar(search, jobs, customers);
  const stock = useStock(search !== "");
  const groups = useMemo(() => {
    const ofPage: PaletteGroup[] = [
      { title: "Actions", entries: actionEntries(offered, go) },
      { title: "What needs doing", entries: waitingEntries(counts, go) },
      { title: "Pages", entries: pageEntries(go) },
      ...stock.map(({ title, entriesOf }) => ({
        title,
        entries: entriesOf(go),
      })),
    ].map(({ title, entries }) => ({
      title,
      entries: matching(entries, search),
    }));
    const ofRecords: PaletteGroup[] = [
      { title: "Jobs", entries: jobs.rows.map((job) => jobEntry(job, go)) },
      {
        title: "Customers",
        entries: customers.rows.map((one) => customerEntry(one)),
      },
    ];
    const ofSimilar: PaletteGroup = {
      title: DID_YOU_MEAN,
      entries: similar?.map((one) => customerEntry(one)) ?? [],
    };
    return cutGroups([
      ...ofPage.slice(0, 3),
      ...ofRecords,
      ...ofPage.slice(3),
      ofSimilar,
    ]);
  }, [offered, counts, jobs.rows, customers.rows, similar, stock, search, go]);
  const isSearching = [jobs, customers].some(({ isLoading }) => isLoading);
  return { groups, isSearching: isSearching || similar === undefined };
}

interface Found {
  readonly rows: readonly unknown[];
  readonly isLoading: boolean;
}

/** Customers with names like the text, once it has found neither a job nor a customer. Undefined while they load. */
function useSimilar(search: string, ...found: readonly Found[]) {
  const { isOffline } = useDayCopies();
  const isUnfound =
    search !== "" &&
    !isOffline &&
    found.every(({ rows, isLoading }) => rows.length === 0 && !isLoading);
  return useSimilarCustomers(isUnfound ? search : null);
}

/** What the server found for an earlier text stays while it still matches. */
function useJobs(search: string) {
  const [now] = useState(Date.now);
  const term = useDebounced(search, SEARCH_AFTER_MS);
  const { copy, isOffline } = useDayCopies();
  const view = useMemo(
    () => ({ search, status: null, sort: "created_desc" as const }),
    [search],
  );
  const found = useQuery(
    api.jobs.search,
    term === "" ? "skip" : { ...view, search: term, now, count: MAX_JOBS },
  );
  const last = useKeepPreviousData(found)?.jobs;
  const isLoading = search !== "" && (found === undefined || term !== search);
  const rows = useMemo(() => {
    if (search === "") return [];
    const saved = savedJobs(copy?.jobs ?? [], view, now);
    const matches = isLoading
      ? last?.filter((job) => isListed(job, view, now))
      : last;
    return joined(saved, matches ?? [], ({ _id }) => _id);
  }, [search, copy, view, now, isLoading, last]);
  return { rows, isLoading: isLoading && !isOffline };
}

function useCustomers(search: string) {
  const term = useDebounced(search, SEARCH_AFTER_MS);
  const { copy, isOffline } = useDayCopies();
  const found = useQuery(api.customers.search, term === "" ? "skip" : { term });
  const last = useKeepPreviousData(found);
  const isLoading = search !== "" && (found === undefined || term !== search);
  const rows = useMemo(() => {
    if (search === "") return [];
    const saved = matchingCustomers(
      [...(copy?.customers.values() ?? [])],
      search,
    );
    const matches = isLoading ? matchingCustomers(last ?? [], search) : last;
    return joined(saved, matches ?? [], ({ customer_id }) => customer_id);
  }, [search, copy, isLoading, last]);
  return { rows, isLoading: isLoading && !isOffline };
}

function useStock(isWanted: boolean) {
  const items = useQuery(api.inventory.listItems, isWanted ? {} : "skip");
  const colors = useQuery(api.inventory.listColors, isWanted ? {} : "skip");
  return useMemo(
    () => [
      {
        title: "Items",
        entriesOf: (go: Go) => (items ?? []).map((item) => itemEntry(item, go)),
      },
      {
        title: "Colors",
        entriesOf: (go: Go) =>
          (colors ?? []).map((color) => colorEntry(color, go)),
      },
    ],
    [items, colors],
  );
}
