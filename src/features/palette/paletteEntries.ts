import { holdsWords, searchReadings, searchText, searchWords } from "@domain/names/search";

/** One line of the command palette. */
export interface PaletteEntry {
  /** Unique among all entries. */
  readonly id: string;
  readonly label: string;
  readonly detail?: string | undefined;
  /** The number of rows, shown beside the label. On a phone a detail stands on a line below it. */
  readonly count?: string | undefined;
  /** Further words by which it is found. */
  readonly words?: string | undefined;
  readonly choose: () => void;
  /** Called by Ctrl+Enter instead of `choose`. */
  readonly book?: () => void;
  /** True if choosing it leaves the page as it is, so that the focus stays there. */
  readonly staysHere?: boolean;
}

export interface PaletteGroup {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

const MAX_RESULTS = 50;
/** Entries of each group that are shown before any group shows more. */
const FIRST_OF_GROUP = 8;

/** The entries in which each typed word is the beginning of a word. */
export function matching(entries: readonly PaletteEntry[], typed: string): readonly PaletteEntry[] {
  const readings = searchReadings(typed);
  if (readings.length === 0) return entries;
  return entries.filter(({ label, detail, words }) => {
    const texts = [label, detail, words];
    const text = searchText(searchWords({ texts, customerId: "", phone: undefined }));
    return readings.some((reading) => holdsWords(text, reading));
  });
}

/** At most 50 entries: the first of every group, then more of the first groups. */
export function cutGroups(groups: readonly PaletteGroup[]): PaletteGroup[] {
  const counts = groups.map(({ entries }) => Math.min(entries.length, FIRST_OF_GROUP));
  let left = MAX_RESULTS - counts.reduce((sum, count) => sum + count, 0);
  return groups
    .map(({ title, entries }, at) => {
      const first = counts[at] ?? 0;
      const more = Math.min(Math.max(left, 0), entries.length - first);
      left -= more;
      return { title, entries: entries.slice(0, first + more) };
    })
    .filter(({ entries }) => entries.length > 0);
}

/** Sorts the entries by how often each was chosen on this device; equal ones keep their order. */
export function mostChosenFirst(
  entries: readonly PaletteEntry[],
  chosen: Readonly<Record<string, number>>,
): PaletteEntry[] {
  const countOf = ({ id }: PaletteEntry) => chosen[id] ?? 0;
  return entries.toSorted((a, b) => countOf(b) - countOf(a));
}

/** Inserts `others` after the groups of found jobs and customers, or first if there are none. */
export function afterRecords(
  groups: readonly PaletteGroup[],
  others: readonly PaletteGroup[],
): PaletteGroup[] {
  const isOfRecords = ({ title }: PaletteGroup) => title === "Jobs" || title === "Customers";
  const at = groups.findLastIndex(isOfRecords) + 1;
  return [...groups.slice(0, at), ...others, ...groups.slice(at)];
}
