import { expect, it, vi } from "vitest";
import {
  colorEntry,
  customerEntry,
  itemEntry,
  jobEntry,
  joined,
  openedEntry,
  waitingEntries,
} from "@/features/palette/recordEntries";
import { openCustomer } from "@/lib/openCustomer";
import { aColor, aCustomer, aJob, anItem } from "../../../support/builders";

vi.mock("@/lib/openCustomer", { spy: true });

const rows = (text: string) =>
  text.split(" ").map((word) => ({ id: word[0]!, from: word.slice(1) }));

it("joins the device's and the server's records, each once, in the server's version", () => {
  const all = joined(rows("a-device b-device"), rows("c-server a-server"), ({ id }) => id);
  expect(all).toEqual(rows("a-server b-device c-server"));
});

const go = vi.fn();
const said = ({ label, detail }: { label: string; detail?: string | undefined }) =>
  [label, detail].join(" | ");

it.each([
  [jobEntry(aJob({ job_city: "Troy" }), go), "Ann Field | 12 Oak St, Troy · New Lead"],
  [openedEntry({ id: "job1", name: "Ann", place: "Elm" }, go), "Ann | Elm"],
  [customerEntry(aCustomer()), "Ann Field | (555) 010-0001 · C-1001"],
  [customerEntry(aCustomer({ customer_phone: undefined })), "Ann Field | C-1001"],
  [itemEntry(anItem(), go), "Hidden Hanger | HGR-HIDDEN"],
  [colorEntry(aColor(), go), "Musket Brown | 180"],
])("an entry of the palette names what it opens: %#", (entry, text) => {
  expect(said(entry)).toBe(text);
});

it("an entry opens its record", () => {
  const item = anItem();
  const kinds = waitingEntries({ undated: "3" } as never, go);
  expect(kinds.map(({ count }) => count)).toEqual([
    "3",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  for (const entry of [itemEntry(item, go), colorEntry(aColor(), go), kinds[0]!]) entry.choose();
  expect(go.mock.calls.flat()).toEqual([
    { to: "/prices", search: { item: item._id } },
    { to: "/inventory", search: { color: "180" } },
    { to: "/jobs", search: { q: "is:undated" } },
  ]);
  customerEntry(aCustomer()).choose();
  expect(openCustomer).toHaveBeenCalledExactlyOnceWith("C-1001");
});
