import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { CLOSES_MISSING, TIME_MALFORMED } from "@domain/changes/setOfficeSettings";
import { MessagesDialog } from "@/features/messages/MessagesDialog";
import type { MessageRequest } from "@/lib/openMessages";
import { aJob } from "../../../support/builders";
import { renderOn, stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { aUser, fill } from "../../../support/user";

const at = (hour: number) => new Date(2026, 10, 24, hour).getTime();

beforeAll(stubLayout);
beforeEach(() => {
  vi.useFakeTimers({ now: at(8), toFake: ["Date"] });
  stubPointer("fine");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function stubPointer(pointer: "fine" | "coarse") {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes(`(pointer: ${pointer})`),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

function open(change: Partial<MessageRequest> = {}) {
  const job = aJob({ job_estimate_date: at(10) });
  const { backend } = aJobsBackend({ jobs: [job] });
  backend.answer(api.messages.templates, () => ({}));
  backend.answer(api.office.settings, () => ({ company_name: "Elm Gutters" }));
  backend.perform(api.messages.noteOpened, () => null);
  backend.perform(api.messages.setTemplates, () => null);
  backend.perform(api.office.setSettings, () => null);
  const onClose = vi.fn();
  const request = {
    customerId: job.job_customer_id,
    name: "Ruth Okafor",
    phone: "5550100001",
    job,
    ...change,
  };
  renderOn(backend, <MessagesDialog request={request} onClose={onClose} />);
  return { user: aUser(), backend, onClose };
}

const message = () => screen.getByLabelText("Message");
/** A message of the list has its text in its name. */
const press = (name: string) => screen.getByRole("button", { name: new RegExp(`^${name}`) });

it("every message is listed and filled in, the fitting one first", async () => {
  open();
  const rows = await screen.findAllByRole("listitem");
  expect(rows).toHaveLength(6);
  expect(within(rows[0]!).getByRole("button")).toHaveAccessibleName(/^On my way Hi/);
  expect(press("Reminder")).toHaveAccessibleName(
    / Hi Ruth Okafor! This is Elm Gutters\. A reminder: your estimate is today at 10:00 AM\./,
  );
});

it("picked minutes are in the text, even in a typed one", async () => {
  const { user } = open({ kind: "on_my_way" });
  await user.click(await screen.findByRole("button", { name: "45" }));
  expect(message()).toHaveValue(
    "Hi Ruth Okafor! This is Elm Gutters. We are on our way and should be there in about 45 minutes.",
  );
  await user.clear(message());
  await fill(user, message(), "There in 45 minutes!");
  await user.click(press("10"));
  expect(message()).toHaveValue("There in 10 minutes!");
});

it("opening the message app records the kind of the message and not its text", async () => {
  const { user, backend, onClose } = open({ kind: "review" });
  await screen.findByLabelText("Message");
  const link = screen.getByRole("link", { name: "Open message app" });
  link.addEventListener("click", (event) => event.preventDefault());
  await user.click(link);
  await waitFor(() =>
    expect(backend.callsOf(api.messages.noteOpened)).toEqual([
      expect.objectContaining({ message: "review" }),
    ]),
  );
  expect(JSON.stringify(backend.callsOf(api.messages.noteOpened))).not.toContain("Ruth");
  // At a desk the text stays: there may be no message app.
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole("link", { name: "Email" })).toHaveAttribute(
    "href",
    expect.stringMatching(/^mailto:/),
  );
});

it("a phone has no buttons for copying and e-mail", async () => {
  stubPointer("coarse");
  open({ kind: "done" });
  await screen.findByRole("link", { name: "Open message app" });
  expect(screen.queryByRole("link", { name: "Email" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Copy" })).toBeNull();
});

it("Esc in a typed message leads to the list, which keeps the text", async () => {
  const { user, onClose } = open({ kind: "done" });
  await fill(user, await screen.findByLabelText("Message"), " Bye.");
  await user.keyboard("{Escape}");
  expect(onClose).not.toHaveBeenCalled();
  await user.click(press("Reminder"));
  await fill(user, message(), " See you.");
  await user.keyboard("{Escape}");
  expect(press("We are done")).toHaveAccessibleName(/ Bye\.$/);
  expect(press("Reminder")).toHaveAccessibleName(/ See you\.$/);
});

it("a text of the office is refused at its field, and saved once it is right", async () => {
  const { user, backend } = open();
  await user.click(
    await screen.findByRole("button", {
      name: "Edit what your office writes",
    }),
  );
  const link = screen.getByLabelText("Link for reviews");
  await fill(user, link, "elm.example");
  await user.click(press("Save"));
  expect(link).toHaveFocus();
  expect(link).toHaveAccessibleDescription(/Enter a link that begins with/);
  await user.clear(link);
  await fill(user, link, "https://elm.example");
  await user.clear(screen.getByLabelText("We are done"));
  const reminder = screen.getByLabelText("Reminder");
  await fill(user, reminder, " Bye.");
  await user.type(reminder, "{Backspace>5/}");
  await user.click(press("Save"));
  // An emptied text is the suggested one again, and so is one that was changed back: nothing to save.
  await waitFor(() =>
    expect(backend.callsOf(api.messages.setTemplates)).toEqual([
      { message_link: "https://elm.example" },
    ]),
  );
});

it("office hours are typed as people say them, refused at their field, and saved as one change", async () => {
  const { user, backend } = open();
  await user.click(
    await screen.findByRole("button", {
      name: "Edit what your office writes",
    }),
  );
  const opens = screen.getByLabelText("Office opens");
  const closes = screen.getByLabelText("Office closes");
  await fill(user, opens, "7");
  await user.tab();
  expect(opens).toHaveValue("7:00 AM");
  await user.click(press("Save"));
  expect(closes).toHaveFocus();
  expect(closes).toHaveAccessibleDescription(CLOSES_MISSING);
  await fill(user, closes, "late");
  await user.click(press("Save"));
  expect(closes).toHaveValue("late");
  expect(closes).toHaveAccessibleDescription(TIME_MALFORMED);
  await user.clear(closes);
  await fill(user, closes, "5");
  await user.click(press("Save"));
  await waitFor(() =>
    expect(backend.callsOf(api.office.setSettings)).toEqual([{ opens_at: 420, closes_at: 1020 }]),
  );
  expect(backend.callsOf(api.messages.setTemplates)).toEqual([]);
});
