import { act, cleanup, fireEvent, waitFor } from "@testing-library/react";
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { stubLayout } from "../../../../support/fakeBackend";
import {
  button,
  endDialogs,
  enter,
  field,
  onADesk,
  openJob,
  openNew,
  savedFields,
} from "../../../../support/jobDialogs";

beforeAll(stubLayout);
beforeEach(() => {
  sessionStorage.clear();
  onADesk();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await endDialogs();
});

/** A valid text of every field that saves when it is left, by its label. */
const TEXTS = {
  "Customer name": "Ann Lake",
  Phone: "5550100009",
  Email: "ann@b.co",
  "Obtained type": "Yard Sign",
  Address: "14 Elm St",
  City: "Dover",
  Price: "450",
  Status: "approved",
  "Estimate date": "11/26/26 2p",
  "Install date": "12/3/26 9:30",
  Notes: "Gate code 4",
};
type Label = keyof typeof TEXTS;
const LABELS = Object.keys(TEXTS) as Label[];

const edit = (label: Label, text: string = TEXTS[label]) => enter(label, text);
const nameOf = (label: string) => (field(label) as HTMLInputElement).name;
const textOf = (label: string) => (field(label) as HTMLInputElement).value;
const focusOn = (element: HTMLElement) => act(() => element.focus());

/** By pointer: `mousedown` moves the focus, unless it is prevented. */
function press(target: HTMLElement) {
  fireEvent.pointerDown(target);
  if (fireEvent.mouseDown(target)) focusOn(target);
  fireEvent.click(target);
}

it.each(LABELS)("Discard, by pointer or key, saves nothing of %s with the focus", async (label) => {
  for (const discard of [
    () => press(button("Discard")),
    () => {
      focusOn(button("Discard"));
      fireEvent.click(button("Discard"));
    },
  ]) {
    const { backend, onClose } = openJob();
    edit(label);
    discard();
    expect(onClose).toHaveBeenCalledOnce();
    expect(await savedFields(backend)).toEqual([]);
    cleanup();
  }
});

it.each(LABELS)(
  "%s is saved once when the focus leaves Discard for another control, and not when it returns",
  async (label) => {
    const { backend } = openJob();
    edit(label);
    focusOn(button("Discard"));
    focusOn(field(label));
    expect(await savedFields(backend)).toEqual([]);
    focusOn(button("Discard"));
    focusOn(button("Save Changes"));
    expect(await savedFields(backend)).toEqual([nameOf(label)]);
    focusOn(button("Close"));
    expect(await savedFields(backend)).toHaveLength(1);
  },
);

it.each([
  ["Create Job", "Save Job"],
  ["Edit Job", "Save Changes"],
] as const)(
  "%s shows nothing new while its save button is being pressed, and saves the typed date",
  async (dialog, save) => {
    const isNew = dialog === "Create Job";
    const { backend } = isNew ? openNew() : openJob();
    if (isNew) for (const label of ["Customer name", "Address"] as const) edit(label);
    const date = field("Estimate date");
    fireEvent.click(date);
    edit("Estimate date");
    // A hint that appears on the press would move the button away before the release, which comes within a second.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fireEvent.pointerDown(button(save));
    fireEvent.mouseDown(button(save));
    focusOn(button(save));
    await act(() => vi.advanceTimersByTimeAsync(900));
    vi.useRealTimers();
    expect(date).toHaveValue(TEXTS["Estimate date"]);
    fireEvent.pointerUp(button(save));
    fireEvent.click(button(save));
    const at = new Date(2026, 10, 26, 14).getTime();
    await waitFor(() =>
      expect(backend.callsOf(isNew ? api.jobs.create : api.jobs.update)).toMatchObject([
        { job_estimate_date: at },
      ]),
    );
  },
);

const FIELDS = ["City", "Price", "Notes"] as const;
const BUTTONS = ["Discard", "Delete", "Save Changes", "Show history"] as const;

it("Discard drops the text of the last field only, however the focus moved before", async () => {
  const stops = fc.constantFrom(...FIELDS, ...BUTTONS);
  await fc.assert(
    fc
      .asyncProperty(fc.array(stops, { maxLength: 12 }), async (walk) => {
        const { backend } = openJob();
        const left = new Map<string, string>();
        let edited: Label | null = null;
        let previous: string | null = null;
        for (const [at, stop] of walk.entries()) {
          const isField = FIELDS.some((each) => each === stop);
          const staysOpen = stop === edited || (!isField && previous !== "Discard");
          if (edited !== null && !staysOpen && stop !== previous) {
            left.set(nameOf(edited), textOf(edited));
            edited = null;
          }
          if (isField) {
            edited = stop as Label;
            edit(edited, String(at + 1));
          } else focusOn(button(stop));
          previous = stop;
        }
        // From any other button the text is still open, and is dropped.
        focusOn(button("Discard"));
        fireEvent.click(button("Discard"));
        await savedFields(backend);
        // A save that is not sent yet becomes the next one of its field.
        const saved = backend.callsOf(api.jobs.update);
        const last = Object.assign({}, ...saved) as Record<string, unknown>;
        delete last.id;
        expect(new Map(Object.entries(last).map(([k, v]) => [k, String(v)]))).toEqual(left);
      })
      .afterEach(cleanup),
    {
      numRuns: 8,
      endOnFailure: true,
      examples: [[["City", "Price", "City", "Notes"]]],
    },
  );
});
