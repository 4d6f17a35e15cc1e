import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import fc from "fast-check";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { aCustomer, aJob } from "../../../support/builders";
import { stubLayout } from "../../../support/fakeBackend";
import { button, endDialogs, field, LEAVE, onADesk, openNew } from "../../../support/jobDialogs";
import { fill } from "../../../support/user";

beforeAll(stubLayout);
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await endDialogs();
});

const save = () => button("Save Job");

const BOB = aCustomer({
  customer_id: "C-1002",
  customer_name: "Bob Stone",
  customer_phone: "5550100002",
});

const setClock = (hour: number, minute = 0) =>
  vi.useFakeTimers({
    toFake: ["Date"],
    now: new Date(2026, 10, 21, hour, minute),
  });

it("accepts the longest text in each field, and keeps a longer one with its error", async () => {
  const { user } = openNew();
  const fields = [
    ["Customer name", "a".repeat(120), "Keep the name under 121 characters."],
    ["Email", `${"a".repeat(248)}@b.com`, "Keep the e-mail address under 255 "],
    ["Address", "a".repeat(200), "Keep the address under 201 characters."],
    ["City", "a".repeat(100), "Keep the city under 101 characters."],
    ["Notes", "a".repeat(4_000), "Keep the notes under 4001 characters."],
  ] as const;
  for (const [name, longest, sentence] of fields) {
    const described = expect.stringContaining(sentence) as string;
    await user.click(field(name));
    await user.paste(longest);
    await user.tab();
    expect(field(name)).not.toHaveAccessibleDescription(described);
    await user.click(field(name));
    await user.paste("a");
    await user.tab();
    expect(field(name)).toHaveAccessibleDescription(described);
    expect(field(name)).toHaveValue(`${longest}a`);
    expect(save()).toBeDisabled();
    await user.clear(field(name));
    await user.paste(longest);
  }
  expect(save()).toBeEnabled();
});

// Spec 2.66
it("clears the chosen customer when another name is typed", async () => {
  const { user } = openNew({ customers: [aCustomer(), BOB] });
  await user.type(field("Customer name"), "Bob");
  await user.click(await screen.findByRole("option", { name: /Bob Stone/ }));
  await user.type(field("Customer name"), "by");
  expect(screen.getByText("A new customer")).toBeVisible();
  expect(field("Phone")).toHaveValue("");
});

it.each([
  ["Phone", "+1 555 010 0001"],
  ["Email", "Ann@Example.com"],
])(
  "names the customer whom the typed %s belongs to, and offers their last address",
  async (name, text) => {
    const { user } = openNew({ jobs: [aJob()] });
    await fill(user, field("Customer name"), "A. Fields");
    await fill(user, field(name), text);
    const use = await screen.findByRole("button", {
      name: "Use this customer",
    });
    await waitFor(() =>
      expect(field(name)).toHaveAccessibleDescription(
        "Looks like Ann Field, (555) 010-0001, 12 Oak St. Use this customer Show customer",
      ),
    );
    await user.click(use);
    expect(field("Customer name")).toHaveValue("Ann Field");
    expect(screen.getByText("Existing customer C-1001")).toBeVisible();
    expect(screen.queryByText(/Looks like/)).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "12 Oak St" }));
    expect(field("Address")).toHaveValue("12 Oak St");
  },
);

it("offers the customer whom the typed name belongs to first, and says it in the line below", async () => {
  const { user } = openNew({ jobs: [aJob()] });
  const name = field("Customer name");
  await fill(user, name, "field ann");
  const first = await screen.findByRole("option", { name: /^Looks like/ });
  expect(first).toHaveTextContent("Looks like Ann Field(555) 010-0001");
  expect(name).toHaveAccessibleDescription("A new customer, with a name like Ann Field");
  await user.click(first);
  expect(name).toHaveValue("Ann Field");
  expect(screen.getByText("Existing customer C-1001")).toBeVisible();
});

const LINES = ["Customer name", "Phone", "Email", "Address", "City", "Price"];

it("Enter never saves while a list is open, a text is being composed, or the key is held", async () => {
  onADesk();
  const { user, created } = openNew();
  await fill(user, field("Address"), "9 Low Rd");
  await fill(user, field("Customer name"), "Ann");
  await screen.findByRole("option", { name: /Ann Field/ });
  // Nothing is active in the list: Enter takes the text.
  await user.keyboard("{Enter}");
  expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
  expect(field("Customer name")).toHaveValue("Ann");

  const composed = fc.constantFrom({ isComposing: true }, { keyCode: 229 }, { repeat: true });
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

it("a date shows that the status stays, and only Alt+Enter sets the one that fits", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 25, 7) });
  onADesk();
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

// Spec 2.66
it("takes an existing customer found by phone, with the keyboard alone", async () => {
  const { user, created, onClose } = openNew({
    customers: [aCustomer(), BOB],
  });
  await fill(user, field("Customer name"), "010-0002");
  await screen.findByRole("option", { name: /Bob Stone/ });
  const list = within(screen.getByRole("listbox"));
  await waitFor(() => expect(list.getAllByRole("option")).toHaveLength(1));
  await user.keyboard("{ArrowDown}{Enter}");
  expect(field("Customer name")).toHaveValue("Bob Stone");
  expect(screen.getByText("Existing customer C-1002")).toBeVisible();
  expect(field("Phone")).toHaveValue("(555) 010-0002");
  await fill(user, field("Address"), "9 Low Rd");
  save().focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(created()).toEqual([
    {
      clientKey: expect.any(String) as string,
      job_customer_id: "C-1002",
      job_address: "9 Low Rd",
      job_status: "lead",
    },
  ]);
});

it("offers no time while the visits of the day load, nor when the day is over", () => {
  setClock(10);
  const { backend } = openNew({ initialDay: "2026-11-21" });
  const offers = () => screen.queryAllByRole("button", { name: /^Saturday/ });
  expect(offers()).toHaveLength(2);
  backend.answer(api.jobs.getScheduledForDay, () => undefined);
  expect(offers()).toEqual([]);
  backend.answer(api.jobs.getScheduledForDay, () => []);
  expect(offers()).toHaveLength(2);
  setClock(20, 30);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(offers()).toEqual([]);
});

it("leaving a new job by Esc with half a date shows the sentence first, then asks", async () => {
  const { user, onClose } = openNew();
  const date = field("Estimate date");
  act(() => date.focus());
  Object.defineProperty(date, "validity", { value: { badInput: true } });
  await user.keyboard("{Escape}");
  expect(screen.getByText("Enter the whole date and time, or clear it.")).toBeVisible();
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  await user.keyboard("{Escape}");
  expect(screen.getByRole("alertdialog")).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

it("a job that does not exist has no links to maps, directions, phone and mail", async () => {
  const { user } = openNew();
  await fill(user, field("Phone"), "5550100009");
  await fill(user, field("Email"), "cy@example.com");
  await fill(user, field("Address"), "9 Low Rd");
  expect(within(screen.getByRole("dialog")).queryAllByRole("link")).toEqual([]);
});

/** What leaves the dialog of a new job without saving it, apart from Esc. */
const WAYS = {
  ...LEAVE,
  Discard: (user: UserEvent) => user.click(button("Discard")),
};

it.each(["X", "Discard", "a click outside", "Back"] as const)(
  "leaving a new job by %s asks before discarding a filled form, and closes an empty one at once",
  async (way) => {
    const { user, onClose } = openNew();
    await fill(user, field("Address"), "9 Low Rd");
    await WAYS[way](user);
    await screen.findByRole("alertdialog");
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Keep editing" }));
    expect(field("Address")).toHaveValue("9 Low Rd");

    await user.clear(field("Address"));
    await WAYS[way](user);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  },
);
