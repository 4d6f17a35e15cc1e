import { useQuery } from "convex/react";
import { useMemo, useState } from "react";
import { api } from "@convex/_generated/api";
import { cutSearch } from "@domain/calls/inputLimits";
import type { FoundCustomer } from "@/job/customer/FoundCustomer";
import { matchingCustomers } from "@/job/customer/matchingCustomers";
import { DID_YOU_MEAN, useSimilarCustomers } from "@/job/customer/useSimilarCustomers";
import { NEW_JOB } from "@/job/jobAddress";
import { isListed, savedJobs, useListAt } from "@/job/savedJobList";
import type { Job } from "@/job/jobForm";
import { jobKey } from "@domain/changes/subjects";
import type { Go } from "@/lib/openJob";
import type { OpenedJob } from "@/offline/device/deviceSchema";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { usePaletteActions } from "@/lib/paletteActions";
import { useKeepPreviousData } from "@/lib/useKeepPreviousData";
import { usePaced } from "@/lib/usePaced";
import { useWaitingJobCounts } from "@/lib/useWaitingJobCounts";
import { dayEntries } from "./dayEntries";
import { actionEntries, pageEntries } from "./pageEntries";
import {
  afterRecords,
  cutGroups,
  matching,
  mostChosenFirst,
  type PaletteEntry,
  type PaletteGroup,
} from "./paletteEntries";
import {
  colorEntry,
  customerEntry,
  itemEntry,
  jobEntry,
  joined,
  openedEntry,
  waitingEntries,
} from "./recordEntries";
import { useJobActions } from "./useJobActions";
import { useJobLine } from "./useJobLine";
import { usePaletteMemory } from "./usePaletteMemory";

/** The time between two searches while the person types, in ms. */
const SEARCH_PACE_MS = 50;
const MAX_JOBS = 50;

/**
 * The groups of entries for the typed text: at once from the data on this
 * device, then also from the server.
 */
export function usePaletteGroups(typed: string, go: Go) {
  const search = cutSearch(typed.trim());
  const term = usePaced(search, SEARCH_PACE_MS);
  const jobs = useJobs(search, term);
  const customers = useCustomers(search, term);
  const similar = useSimilar(search, jobs, customers);
  const read = useJobLine(typed, go);
  const { opened, chosen, note } = usePaletteMemory();
  const [openId] = useState(openJobId);
  const [now] = useState(Date.now);
  const isSearching = jobs.isLoading || customers.isLoading;
  const [only, another] = jobs.rows;
  const found = another === undefined ? only : undefined;
  const ofJob = useJobActions({ openId, found }, go);
  const groups = useSearchedGroups(
    { search, jobs: jobs.rows, customers: customers.rows, chosen },
    go,
  );

  const actions: PaletteGroup = {
    title: ofJob?.title ?? "",
    entries: mostChosenFirst(matching(ofJob?.entries ?? [], found ? "" : search), chosen),
  };
  const recent: PaletteGroup = {
    title: "Recent jobs",
    // Recent jobs are offered until the server has answered.
    entries:
      search === "" || jobs.isLoading
        ? matching(unlistedEntries(opened, [openId, ...jobs.rows.map(jobKey)], go), search)
        : [],
  };
  const atLast: PaletteGroup[] = [
    { title: "New job", entries: read?.entries ?? [] },
    {
      title: "Days",
      // Days wait for the search, so that records with names like dates come first.
      entries: isSearching ? [] : dayEntries(search, now, go),
    },
    {
      title: DID_YOU_MEAN,
      entries: similar?.map((one) => customerEntry(one)) ?? [],
    },
  ];
  const all = found
    ? afterRecords(groups, [actions, ...atLast])
    : [actions, recent, ...afterRecords(groups, atLast)];
  return {
    groups: all.filter(({ entries }) => entries.length > 0),
    isSearching: isSearching || similar === undefined,
    read,
    note,
  };
}

/** The jobs opened last, without those that are listed anyway. */
function unlistedEntries(
  opened: readonly OpenedJob[],
  listed: readonly (string | null)[],
  go: Go,
): PaletteEntry[] {
  return opened.filter(({ id }) => !listed.includes(id)).map((job) => openedEntry(job, go));
}

interface Searched {
  readonly search: string;
  readonly jobs: readonly Job[];
  readonly customers: readonly FoundCustomer[];
  readonly chosen: Readonly<Record<string, number>>;
}

/** The groups of entries that the words of the text find. */
function useSearchedGroups({ search, jobs, customers, chosen }: Searched, go: Go): PaletteGroup[] {
  const offered = usePaletteActions();
  const counts = useWaitingJobCounts();
  const stock = useStock(search !== "");
  return useMemo(() => {
    const ofPage: PaletteGroup[] = [
      {
        title: "Actions",
        entries: mostChosenFirst(actionEntries(offered, go), chosen),
      },
      { title: "What needs doing", entries: waitingEntries(counts, go) },
      { title: "Pages", entries: mostChosenFirst(pageEntries(go), chosen) },
      ...stock.map(({ title, entriesOf }) => ({
        title,
        entries: entriesOf(go),
      })),
    ].map(({ title, entries }) => ({
      title,
      entries: matching(entries, search),
    }));
    const ofRecords: PaletteGroup[] = [
      { title: "Jobs", entries: jobs.map((job) => jobEntry(job, go)) },
      {
        title: "Customers",
        entries: customers.map((one) => customerEntry(one)),
      },
    ];
    return cutGroups([...ofPage.slice(0, 3), ...ofRecords, ...ofPage.slice(3)]);
  }, [offered, counts, jobs, customers, stock, search, go, chosen]);
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

/** The job that is open under the palette. */
function openJobId(): string | null {
  const id = new URLSearchParams(window.location.search).get("job");
  return id === NEW_JOB ? null : id;
}

/** The found jobs. Results for an earlier text stay while they match the newer one. */
function useJobs(search: string, term: string) {
  const at = useListAt();
  const { now } = at;
  const { copy, isOffline } = useDayCopies();
  const view = useMemo(() => ({ search, status: null, sort: "created_desc" as const }), [search]);
  const found = useQuery(
    api.jobs.search,
    term === "" ? "skip" : { ...view, search: term, now, count: MAX_JOBS },
  );
  const last = useKeepPreviousData(found)?.jobs;
  const isLoading = search !== "" && (found === undefined || term !== search);
  const rows = useMemo(() => {
    if (search === "") return [];
    const saved = savedJobs(copy?.jobs ?? [], view, at);
    const matches = isLoading ? last?.filter((job) => isListed(job, view, at)) : last;
    return joined(saved, matches ?? [], ({ _id }) => _id);
  }, [search, copy, view, at, isLoading, last]);
  return { rows, isLoading: isLoading && !isOffline };
}

function useCustomers(search: string, term: string) {
  const { copy, isOffline } = useDayCopies();
  const found = useQuery(api.customers.search, term === "" ? "skip" : { term });
  const last = useKeepPreviousData(found);
  const isLoading = search !== "" && (found === undefined || term !== search);
  const rows = useMemo(() => {
    if (search === "") return [];
    const saved = matchingCustomers([...(copy?.customers.values() ?? [])], search);
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
        entriesOf: (go: Go) => (colors ?? []).map((color) => colorEntry(color, go)),
      },
    ],
    [items, colors],
  );
}
