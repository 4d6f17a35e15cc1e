import { expect, it } from "vitest";
import {
  afterRecords,
  cutGroups,
  matching,
  mostChosenFirst,
  type PaletteEntry,
} from "@/features/palette/paletteEntries";

const entry = (label: string, rest: Partial<PaletteEntry> = {}) => ({
  id: label,
  label,
  choose: () => undefined,
  ...rest,
});

it.each([
  ["", ["Add inventory", "Prices", "K-Style 5 in"]],
  ["inv add", ["Add inventory"]],
  ["stock", ["Add inventory"]],
  ["gut k", ["K-Style 5 in"]],
  ["add nothing", []],
])("finds the entries with all words of %j", (typed, labels) => {
  const entries = [
    entry("Add inventory", { words: "intake stock" }),
    entry("Prices"),
    entry("K-Style 5 in", { detail: "GUT-K5" }),
  ];
  expect(matching(entries, typed).map(({ label }) => label)).toEqual(labels);
});

it("shows at most 50 entries, some of every group", () => {
  const group = (title: string, count: number) => ({
    title,
    entries: Array.from({ length: count }, (_, at) => entry(`${title} ${at}`)),
  });
  const groups = cutGroups([
    group("Jobs", 60),
    group("None", 0),
    group("Customers", 20),
    group("Colors", 3),
  ]);
  expect(groups.map(({ title, entries }) => [title, entries.length])).toEqual([
    ["Jobs", 39],
    ["Customers", 8],
    ["Colors", 3],
  ]);
});

it("shows the entries chosen most on this device first", () => {
  const entries = [entry("a"), entry("b"), entry("c")];
  const ordered = mostChosenFirst(entries, { c: 2, b: 1 });
  expect(ordered.map(({ id }) => id)).toEqual(["c", "b", "a"]);
  expect(mostChosenFirst(entries, {})).toEqual(entries);
});

it("puts other groups after found records, or first if none is found", () => {
  const group = (title: string) => ({ title, entries: [entry(title)] });
  const titles = (groups: readonly { title: string }[]) => groups.map(({ title }) => title);
  const days = [group("Days")];
  expect(titles(afterRecords(["Pages", "Jobs", "Items"].map(group), days))).toEqual([
    "Pages",
    "Jobs",
    "Days",
    "Items",
  ]);
  expect(titles(afterRecords([group("Items")], days))).toEqual(["Days", "Items"]);
});
