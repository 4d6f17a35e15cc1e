import {
  act,
  fireEvent,
  screen,
  waitFor,
  within,
} from "@testing-library/react";
import fc from "fast-check";
import { toast } from "sonner";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { JOB_CATEGORIES } from "@domain/jobs";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import { FORM_BLOCKS } from "@/features/jobs/formKeys";
import { NewJobDialog } from "@/features/jobs/NewJobDialog";
import { pressTab } from "../../../support/browserFocus";
import { aCustomer, aJob } from "../../../support/builders";
import { renderOn, stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { aUser, fill } from "../../../support/user";

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
  vi.useRealTimers();
});

const field = (name: string) => screen.getByLabelText(name);
const button = (name: string) => screen.getByRole("button", { name });
const dialog = () => screen.getByRole("dialog");

function openNew({ initialDay }: { initialDay?: string } = {}) {
  const { backend } = aJobsBackend({ customers: [aCustomer()], jobs: [] });
  backend.answer(api.jobs.getScheduledForDay, () => []);
  const onClose = vi.fn();
  renderOn(backend, <NewJobDialog initialDay={initialDay} onClose={onClose} />);
  const created = () => backend.callsOf(api.jobs.create);
  return { user: aUser(), onClose, created };
}

function openJob() {
  const { backend } = aJobsBackend({
    customers: [aCustomer()],
    jobs: [aJob({ job_estimate_date: new Date(2026, 10, 25, 10).getTime() })],
  });
  const onClose = vi.fn();
  renderOn(backend, <EditJobDialog jobId="job1" onClose={onClose} />);
  return { user: aUser(), onClose };
}

/** How often the Tab key is pressed from the name until the element has the focus. */
function tabsTo(target: Element): number {
  act(() => field("Customer name").focus());
  for (let presses = 1; presses <= 40; presses += 1) {
    pressTab(dialog(), false);
    if (document.activeElement === target) return presses;
  }
  throw new Error("Tab never came there.");
}

it("from the name of a new customer, 10 Tabs lead to the estimate date and 13 to Save, in the order of the blocks", async () => {
  const { user } = openNew({ initialDay: "2026-11-25" });
  expect(tabsTo(field("Estimate date"))).toBe(10);
  await fill(user, field("Customer name"), "Cy Young");
  await fill(user, field("Phone"), "5550100009");
  await fill(user, field("Email"), "cy@example.com");
  await fill(user, field("Address"), "9 Low Rd");
  await fill(user, field("Estimate date"), "11/25/2026 10a");
  expect(tabsTo(field("Estimate date"))).toBe(10);
  expect(tabsTo(button("Save Job"))).toBe(13);
});

it("a job that does not exist has no links to maps, directions, phone and mail", async () => {
  const { user } = openNew();
  await fill(user, field("Phone"), "5550100009");
  await fill(user, field("Email"), "cy@example.com");
  await fill(user, field("Address"), "9 Low Rd");
  expect(within(dialog()).queryAllByRole("link")).toEqual([]);
});

it("the categories are one stop of the Tab key, with arrow keys, Home and End inside", async () => {
  const { user } = openNew();
  const chips = JOB_CATEGORIES.map((name) => button(name));
  act(() => field("Status").focus());
  pressTab(dialog(), false);
  expect(chips[0]).toHaveFocus();
  await user.keyboard("{ArrowRight}{ArrowDown} ");
  expect(chips[2]).toHaveFocus();
  expect(chips[2]).toHaveAttribute("aria-pressed", "true");
  await user.keyboard("{ArrowLeft}");
  expect(chips[1]).toHaveFocus();
  await user.keyboard("{End}{ArrowRight}");
  expect(chips[0]).toHaveFocus();
  await user.keyboard("{ArrowUp}{Home}{ArrowRight}");
  pressTab(dialog(), false);
  expect(button("Add drawings")).toHaveFocus();
  pressTab(dialog(), true);
  // The stop is where the focus was.
  expect(chips[1]).toHaveFocus();
});

it("the pictures, and the head of a job, are one stop each", async () => {
  const { user } = openJob();
  await screen.findByDisplayValue("Ann Field");
  const close = button("Close");
  act(() => close.focus());
  await user.keyboard("{ArrowLeft}");
  expect(button("Copy link")).toHaveFocus();
  await user.keyboard("{Home}");
  // The same link stands in the form, for phones.
  expect(document.activeElement).toHaveAccessibleName("Open C-1001");
  pressTab(dialog(), false);
  expect(field("Customer name")).toHaveFocus();
  act(() => field("Estimate date").focus());
  pressTab(dialog(), true);
  expect(button("Add drawings")).toHaveFocus();
  // Without styles, the button of a phone's camera is between them.
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(button("Estimate photos None yet")).toHaveFocus();
  await user.keyboard("{Enter}{ArrowDown}");
  expect(button("Add estimate photos")).toHaveFocus();
  pressTab(dialog(), false);
  expect(field("Estimate date")).toHaveFocus();
  pressTab(dialog(), true);
  expect(button("Add estimate photos")).toHaveFocus();
});

it("Ctrl, Shift and a digit go to the blocks of the form, from every control of the dialog", () => {
  openNew();
  const first = {
    customer: field("Customer name"),
    job: field("Address"),
    schedule: field("Estimate date"),
    notes: field("Notes"),
    pictures: button("Add drawings"),
  };
  const froms = [...Object.values(first), button("Close"), button("Discard")];
  for (const from of froms)
    for (const block of Object.keys(first) as (keyof typeof first)[]) {
      act(() => from.focus());
      const { digit } = FORM_BLOCKS[block];
      fireEvent.keyDown(from, {
        code: `Digit${digit}`,
        key: "!",
        ctrlKey: true,
        shiftKey: true,
      });
      expect(first[block]).toHaveFocus();
    }
});

const LINES = ["Customer name", "Phone", "Email", "Address", "City", "Price"];

it.each([...LINES, "Estimate date", "Install date"])(
  "Enter in the field %s saves a new job",
  async (label) => {
    const { user, created } = openNew();
    await fill(user, field("Customer name"), "Cy Young");
    await fill(user, field("Address"), "9 Low Rd");
    act(() => field(label).focus());
    await user.keyboard("{Enter}");
    await waitFor(() => expect(created()).toHaveLength(1));
  },
);

it.each(LINES)(
  "Enter in the field %s saves and closes a job",
  async (label) => {
    const { user, onClose } = openJob();
    await screen.findByDisplayValue("Ann Field");
    await user.click(field(label));
    await user.keyboard("{Enter}");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  },
);

it("Enter in a new job that lacks something shows what, and goes there", async () => {
  const { user, created } = openNew();
  await fill(user, field("Customer name"), "Cy Young");
  act(() => field("City").focus());
  await user.keyboard("{Enter}");
  expect(field("Address")).toHaveFocus();
  expect(screen.getByRole("alert")).toHaveTextContent("Address is required.");
  expect(created()).toEqual([]);
});

it("Enter never saves while a list is open, a text is being composed, or the key is held", async () => {
  const { user, created } = openNew();
  await fill(user, field("Address"), "9 Low Rd");
  await fill(user, field("Customer name"), "Ann");
  await screen.findByRole("option", { name: /Ann Field/ });
  // Nothing is active in the list: Enter takes the text.
  await user.keyboard("{Enter}");
  expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
  expect(field("Customer name")).toHaveValue("Ann");

  const composed = fc.constantFrom(
    { isComposing: true },
    { keyCode: 229 },
    { repeat: true },
  );
  const label = fc.constantFrom(...LINES, "Estimate date", "Install date");
  fc.assert(
    fc.property(label, composed, (name, event) => {
      fireEvent.keyDown(field(name), { key: "Enter", ...event });
      expect(created()).toEqual([]);
    }),
  );
  await user.keyboard("{Enter}");
  await waitFor(() => expect(created()).toHaveLength(1));
});

it("an input method's Enter chooses nothing from the list of customers", async () => {
  const { user } = openNew();
  const name = field("Customer name");
  await fill(user, name, "Ann");
  await screen.findByRole("option", { name: /Ann Field/ });
  await user.keyboard("{ArrowDown}");
  fireEvent.keyDown(name, { key: "Enter", isComposing: true });
  expect(name).toHaveValue("Ann");
  expect(screen.getByRole("listbox")).toBeVisible();
  await user.keyboard("{Enter}");
  expect(name).toHaveValue("Ann Field");
});

it("a date says what the status stays, and Alt+Enter sets the one that fits, never without it", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 25, 7) });
  const { user, created } = openNew({ initialDay: "2026-11-25" });
  await fill(user, field("Customer name"), "Cy Young");
  await fill(user, field("Address"), "9 Low Rd");
  act(() => field("Estimate date").focus());
  await user.keyboard("{Alt>}{Enter}{/Alt}");
  expect(field("Estimate date")).toHaveValue("Wed, Nov 25, 26, 9:00 AM");
  expect(screen.getByText(/The status stays New Lead\./)).toBeVisible();
  expect(field("Status")).toHaveValue("lead");
  await user.keyboard("{Alt>}{Enter}{/Alt}");
  expect(field("Status")).toHaveValue("estimate_scheduled");
  expect(screen.queryByText(/The status stays/)).not.toBeInTheDocument();
  await fill(user, field("Install date"), "12/3/2026 8a");
  await user.click(button("Mark as Install Scheduled"));
  expect(field("Status")).toHaveValue("install_scheduled");
  expect(created()).toEqual([]);
});
