import { useState } from "react";
import { api } from "@convex/_generated/api";
import { TRASH_KEPT_MS } from "@domain/history/history";
import { historyText } from "@domain/history/historyText";
import { counted, daysText, foldText } from "@domain/text/text";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { LoadingData } from "@/components/ui/LoadingData";
import { SearchInput } from "@/components/ui/SearchInput";
import { Select } from "@/components/ui/Select";
import { Tabs } from "@/components/ui/Tabs";
import { formatDateTime } from "@/lib/formatDateTime";
import { useKeepPreviousData } from "@/lib/useKeepPreviousData";
import { useLivePages } from "@/lib/useLivePages";
import { HistoryList, type HistoryEntry } from "./HistoryList";
import { TrashList } from "./TrashList";

const TABS = [
  { value: "changes", label: "Changes" },
  { value: "deleted", label: "Deleted" },
] as const;

/** Recent changes and deleted records of the workspace, with Undo and Restore. */
export function HistoryDialog({ onClose }: { readonly onClose: () => void }) {
  const [tab, setTab] = useState<(typeof TABS)[number]["value"]>("changes");
  return (
    <Dialog
      title="Recent changes"
      description={
        tab === "changes"
          ? "The newest first."
          : `Deleted records are kept for ${daysText(TRASH_KEPT_MS)}, those of a whole run under Changes.`
      }
      size="large"
      onClose={onClose}
    >
      <Tabs label="Recent changes" tabs={TABS} value={tab} onChange={setTab}>
        {tab === "changes" ? <RecentChanges /> : <TrashList />}
      </Tabs>
    </Dialog>
  );
}

/** Few, because each change of anybody in the office reads them again. */
const PAGE_SIZE = 50;

/** Constants, because `useLivePages` needs the same objects at each render. */
const HISTORY = api.changes.page;
const WHOLE_OFFICE = {};

function RecentChanges() {
  const pages = useLivePages(HISTORY, WHOLE_OFFICE, PAGE_SIZE);
  const entries = useKeepPreviousData(pages.results);
  const [search, setSearch] = useState("");
  const [person, setPerson] = useState("");
  if (entries === undefined) return <LoadingData what="The history" className="my-6" />;
  if (entries.length === 0) return <p className="py-6 text-sm text-ink-muted">No changes yet.</p>;
  const found = foundEntries(entries, { search, person });
  const isFiltered = search.trim() !== "" || person !== "";
  const isMore = pages.canLoadMore || pages.isLoadingMore;
  return (
    <>
      <div className="flex flex-wrap gap-2 pb-2">
        <SearchInput
          label="Search changes"
          placeholder="Search changes"
          value={search}
          onChange={setSearch}
          className="grow basis-48"
        />
        <PersonSelect entries={entries} value={person} onChange={setPerson} />
      </div>
      {isFiltered && (
        <p role="status" className="text-sm text-ink-muted">
          {searchedText(found.length, entries, isMore)}
        </p>
      )}
      <HistoryList entries={found} showsSubject />
      {isMore && (
        <Button busy={pages.isLoadingMore} onClick={pages.loadMore}>
          {isFiltered ? "Search older" : "Show older"}
        </Button>
      )}
    </>
  );
}

interface PersonSelectProps {
  readonly entries: readonly HistoryEntry[];
  readonly value: string;
  readonly onChange: (person: string) => void;
}

/** Chooses one of the people who made the loaded changes. */
function PersonSelect({ entries, value, onChange }: PersonSelectProps) {
  const people = new Map(entries.map(({ by, byName }) => [by, byName || "Someone"]));
  return (
    <div className="grow basis-40">
      <Select
        aria-label="Changes by"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">Everyone</option>
        {[...people].map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** The person's changes in which every searched word occurs: in the record's name, the values or the author. */
function foundEntries(
  entries: readonly HistoryEntry[],
  { search, person }: { readonly search: string; readonly person: string },
): readonly HistoryEntry[] {
  const words = foldText(search).split(" ").filter(Boolean);
  const isBy = ({ by }: HistoryEntry) => person === "" || by === person;
  if (words.length === 0) return entries.filter(isBy);
  return entries.filter((entry) => {
    if (!isBy(entry)) return false;
    const lines = historyText(entry, formatDateTime);
    const text = foldText([entry.subjectLabel, entry.byName, ...lines].join(" "));
    return words.every((word) => text.includes(word));
  });
}

/** Says how many changes were found, and how far back was searched. */
function searchedText(count: number, entries: readonly HistoryEntry[], isMore: boolean): string {
  const oldest = entries.at(-1);
  const found = count === 0 ? "No change" : counted(count, "change");
  return isMore && oldest !== undefined
    ? `${found} found back to ${formatDateTime(oldest.at)}.`
    : `${found} found.`;
}
