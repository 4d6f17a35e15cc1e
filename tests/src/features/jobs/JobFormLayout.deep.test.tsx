import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { pressTab, runMicrotasksOnBlur, tabStops } from "../../../support/browserFocus";
import { aJob, type Job } from "../../../support/builders";
import { stubLayout } from "../../../support/fakeBackend";
import { endDialogs, onADesk, openJob, openNew } from "../../../support/jobDialogs";

beforeAll(stubLayout);
beforeEach(() => {
  sessionStorage.clear();
  runMicrotasksOnBlur();
  onADesk();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await endDialogs();
});

/** What is typed into each field, by its label; the first text breaks its rule. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  "Customer name": ["a".repeat(200), "Ann Lake", ""],
  Phone: ["12", "5550100009", ""],
  Email: ["ann", "ann@b.co", ""],
  Address: ["a".repeat(300), "14 Elm St", ""],
  City: ["a".repeat(300), "Dover", ""],
  Price: ["-5", "450", ""],
  "Estimate date": ["next tue", "11/26/26 2p", ""],
  "Install date": ["10", "12/3/26 9:30", ""],
  Notes: ["a".repeat(5000), "Gate code 4", ""],
};

/** What another person enters in the same field of the job. */
const SERVER_VALUES: Readonly<Record<string, Partial<Job>>> = {
  Address: { job_address: "99 Other Ave" },
  City: { job_city: "Troy" },
  Price: { jobs_price: 777 },
  "Install date": { job_install_date: new Date(2026, 10, 30, 8).getTime() },
  Notes: { job_notes: "From the office" },
};

interface Left {
  readonly text: string | null;
  readonly hasConflict: boolean;
}

/** How each field is left; null: as it was found. */
const leaving: fc.Arbitrary<Readonly<Record<string, Left>>> = fc.record(
  Object.fromEntries(
    Object.entries(TEXTS).map(([label, texts]) => [
      label,
      fc.record({
        text: fc.constantFrom(null, ...texts),
        hasConflict: fc.boolean(),
      }),
    ]),
  ),
);

/** Opens a dialog. Returns what another person's change of the job goes through; a new job has none. */
function open(isNew: boolean) {
  if (!isNew) return openJob({ job: aJob({ job_notes: "Dog" }) }).setJob;
  openNew();
  return undefined;
}

const labelOf = (element: Element | null) =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    ? (element.labels?.[0]?.textContent ?? "")
    : "";

const isAfter = (a: Element, b: Element) =>
  (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** From one end of the dialog to the other one. Each field is left as said. */
function walk(
  setJob: ReturnType<typeof open>,
  fields: Readonly<Record<string, Left>>,
  shift: boolean,
) {
  const dialog = screen.getByRole("dialog");
  const before = tabStops(dialog);
  act(() => (shift ? before.at(-1) : before[0])?.focus());
  const passed: Element[] = [];
  for (let presses = 0; presses < 80; presses += 1) {
    const from = document.activeElement;
    if (from === null) throw new Error("The document has no body.");
    passed.push(from);
    const left = fields[labelOf(from)];
    if (left?.text !== null && left?.text !== undefined) {
      // One event for the whole text: the walk types in each field twice.
      fireEvent.change(from, { target: { value: left.text } });
      const changed = SERVER_VALUES[labelOf(from)];
      if (left.hasConflict && changed) act(() => setJob?.(changed));
    }
    const stops = tabStops(dialog);
    if (from === (shift ? stops[0] : stops.at(-1))) break;
    const visited = pressTab(dialog, shift);
    const to = document.activeElement;
    expect(visited, `from ${labelOf(from)}`).toEqual([to]);
    expect(dialog.contains(to)).toBe(true);
    expect(to && (shift ? isAfter(to, from) : isAfter(from, to))).toBe(true);
  }
  const always = before.filter((stop) => tabStops(dialog).includes(stop));
  expect(passed).toEqual(expect.arrayContaining(always));
}

it.each([
  ["Create Job", true],
  ["Edit Job", false],
])(
  "Tab and Shift+Tab visit each control of %s once, in order, however each field is left",
  (_title, isNew) => {
    fc.assert(
      fc
        .property(leaving, leaving, (there, back) => {
          const setJob = open(isNew);
          walk(setJob, there, false);
          walk(setJob, back, true);
        })
        .afterEach(cleanup),
      // A smaller counterexample would take minutes.
      { numRuns: 2, endOnFailure: true },
    );
  },
);
