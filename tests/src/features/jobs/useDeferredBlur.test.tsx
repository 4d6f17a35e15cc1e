import {
  act,
  cleanup,
  fireEvent,
  screen,
  waitFor,
} from "@testing-library/react";
import fc from "fast-check";
import { toast } from "sonner";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import { NewJobDialog } from "@/features/jobs/NewJobDialog";
import { pressTab } from "../../../support/browserFocus";
import { aCustomer, aJob } from "../../../support/builders";
import { renderOn, stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";

const jobId = "job1" as Id<"jobs">;

beforeAll(stubLayout);
beforeEach(() => {
  sessionStorage.clear();
  // Dates are typed as text.
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === "(pointer: fine)",
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => {
  act(() => void toast.dismiss());
  vi.unstubAllGlobals();
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

function open() {
  const { backend, setJob } = aJobsBackend({
    customers: [aCustomer()],
    jobs: [aJob()],
  });
  const onClose = vi.fn();
  renderOn(backend, <EditJobDialog jobId={jobId} onClose={onClose} />);
  return {
    backend,
    onClose,
    setJob,
    /** The names of the saved fields, in order, once what was begun is sent. */
    saved: async () => {
      await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
      return backend
        .callsOf(api.jobs.update)
        .flatMap(({ id: _id, ...change }) => {
          const { customer = change } = change;
          return Object.keys(customer as object);
        });
    },
  };
}

function openNew() {
  const { backend } = aJobsBackend({ customers: [], jobs: [] });
  backend.answer(api.jobs.getScheduledForDay, () => []);
  renderOn(backend, <NewJobDialog onClose={() => undefined} />);
  return { backend };
}

const fieldOf = (label: Label) =>
  screen.getByLabelText<HTMLInputElement>(label);
const button = (name: string) => screen.getByRole("button", { name });
const focusOn = (element: HTMLElement) => act(() => element.focus());

function edit(label: Label, text: string = TEXTS[label]) {
  const field = fieldOf(label);
  focusOn(field);
  // A key changes the closed list of a select, which is saved when it is left.
  fireEvent.keyDown(field, { key: "a" });
  fireEvent.change(field, { target: { value: text } });
}

/** By pointer: `mousedown` moves the focus, unless it is prevented. */
function press(target: HTMLElement) {
  fireEvent.pointerDown(target);
  if (fireEvent.mouseDown(target)) focusOn(target);
  fireEvent.click(target);
}

it.each(LABELS)(
  "Discard, by pointer or key, saves nothing of %s with the focus",
  async (label) => {
    for (const discard of [
      () => press(button("Discard")),
      () => {
        focusOn(button("Discard"));
        fireEvent.click(button("Discard"));
      },
    ]) {
      const { onClose, saved } = open();
      edit(label);
      discard();
      expect(onClose).toHaveBeenCalledOnce();
      expect(await saved()).toEqual([]);
      cleanup();
    }
  },
);

it.each(LABELS)(
  "%s is saved once when the focus leaves Discard for another control, and not when it returns",
  async (label) => {
    const { saved } = open();
    edit(label);
    focusOn(button("Discard"));
    focusOn(fieldOf(label));
    expect(await saved()).toEqual([]);
    focusOn(button("Discard"));
    focusOn(button("Save Changes"));
    expect(await saved()).toEqual([fieldOf(label).name]);
    focusOn(button("Close"));
    expect(await saved()).toHaveLength(1);
  },
);

it.each([
  ["Create Job", "Save Job"],
  ["Edit Job", "Save Changes"],
] as const)(
  "%s shows nothing new while its save button is being pressed, and saves the typed date",
  async (dialog, save) => {
    const isNew = dialog === "Create Job";
    const { backend } = isNew ? openNew() : open();
    if (isNew)
      for (const label of ["Customer name", "Address"] as const) edit(label);
    const field = fieldOf("Estimate date");
    fireEvent.click(field);
    edit("Estimate date");
    // A hint that appears on the press would move the button away before the release.
    fireEvent.pointerDown(button(save));
    fireEvent.mouseDown(button(save));
    focusOn(button(save));
    await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
    expect(field).toHaveValue(TEXTS["Estimate date"]);
    fireEvent.pointerUp(button(save));
    fireEvent.click(button(save));
    const at = new Date(2026, 10, 26, 14).getTime();
    await waitFor(() =>
      expect(
        backend.callsOf(isNew ? api.jobs.create : api.jobs.update),
      ).toMatchObject([{ job_estimate_date: at }]),
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
        const { saved } = open();
        const left: string[] = [];
        let field: Label | null = null;
        let previous: string | null = null;
        for (const [at, stop] of walk.entries()) {
          const isField = FIELDS.some((each) => each === stop);
          const staysOpen =
            stop === field || (!isField && previous !== "Discard");
          if (field !== null && !staysOpen && stop !== previous) {
            left.push(fieldOf(field).name);
            field = null;
          }
          if (isField) {
            field = stop as Label;
            edit(field, String(at + 1));
          } else focusOn(button(stop));
          previous = stop;
        }
        // From any other button the text is still open, and is dropped.
        focusOn(button("Discard"));
        fireEvent.click(button("Discard"));
        expect(await saved()).toEqual(left);
      })
      .afterEach(cleanup),
    { numRuns: 8, endOnFailure: true },
  );
});

it("a text is saved a moment after Tab went to a button around the form, and at once when it is pressed", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const { saved } = open();
    edit("Notes");
    pressTab(screen.getByRole("dialog"), false);
    expect(button("Show history")).toHaveFocus();
    act(() => void vi.advanceTimersByTime(1000));
    expect(await saved()).toEqual(["job_notes"]);

    edit("City");
    focusOn(button("Show history"));
    fireEvent.click(button("Show history"));
    expect(await saved()).toEqual(["job_notes", "job_city"]);
  } finally {
    vi.useRealTimers();
  }
});

it("Use theirs is reached with the Tab key, takes the other text, and returns the focus to the field", async () => {
  const { saved, setJob } = open();
  edit("Notes", "Mine");
  act(() => setJob({ job_notes: "From the office" }));
  pressTab(screen.getByRole("dialog"), false);
  expect(button("Use theirs")).toHaveFocus();
  fireEvent.click(button("Use theirs"));
  expect(fieldOf("Notes")).toHaveFocus();
  expect(fieldOf("Notes")).toHaveValue("From the office");
  focusOn(button("Save Changes"));
  focusOn(fieldOf("City"));
  expect(await saved()).toEqual([]);

  edit("Notes", "Mine after all");
  act(() => setJob({ job_notes: "From the office again" }));
  pressTab(screen.getByRole("dialog"), false);
  pressTab(screen.getByRole("dialog"), false);
  expect(await saved()).toEqual(["job_notes"]);
});
