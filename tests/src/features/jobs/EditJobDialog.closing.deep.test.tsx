import {
  act,
  cleanup,
  fireEvent,
  screen,
  waitFor,
} from "@testing-library/react";
import { ConvexError } from "convex/values";
import fc from "fast-check";
import { openDB } from "idb";
import { useState } from "react";
import { toast } from "sonner";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import { storeName } from "@/offline/device/storeOwner";
import { aCustomer, aJob } from "../../../support/builders";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { renderOn, stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { renderWithOutbox } from "../../../support/outboxPage";

const jobId = "job1" as Id<"jobs">;

beforeAll(stubLayout);
afterEach(() => vi.unstubAllGlobals());

/** What a person enters, and what the office enters later: as text, and as the arguments of the call. */
interface FieldCase {
  readonly label: string;
  readonly typed: string;
  readonly office: { readonly text: string; readonly args: object };
}

const noon = new Date("2026-11-25T12:00").getTime();

const text = (label: string, typed: string, name: string): FieldCase => ({
  ...{ label, typed },
  office: { text: "Of the office", args: { [name]: "Of the office" } },
});
const date = (label: string, name: string): FieldCase => ({
  ...{ label, typed: "2026-11-24T10:15" },
  office: { text: "2026-11-25T12:00", args: { [name]: noon } },
});
const customer = (label: string, typed: string, name: string): FieldCase => {
  const { office } = text(label, typed, name);
  return {
    label,
    typed,
    office: { ...office, args: { customer: office.args } },
  };
};

const FIELDS: readonly FieldCase[] = [
  text("Address", "14 Elm Street", "job_address"),
  text("City", "Dayton", "job_city"),
  text("Notes", "Gate code 4417.", "job_notes"),
  {
    ...{ label: "Price", typed: "450" },
    office: { text: "99", args: { jobs_price: 99 } },
  },
  {
    ...{ label: "Status", typed: "approved" },
    office: { text: "called", args: { job_status: "called" } },
  },
  date("Estimate date", "job_estimate_date"),
  date("Install date", "job_install_date"),
  customer("Customer name", "Anna Field", "customer_name"),
  customer("Email", "anna@example.com", "customer_email"),
  {
    ...{ label: "Phone", typed: "5550100177" },
    office: {
      text: "(555) 010-0188",
      args: { customer: { customer_phone: "5550100188" } },
    },
  },
];

const WAYS = {
  X: () => press("Close"),
  Esc: () => {
    const at = document.activeElement ?? document.body;
    // The first one closes the month of a date field.
    for (let times = 0; times < 2 && isOpen(); times += 1)
      fireEvent.keyDown(at, { key: "Escape" });
  },
  Back: () => {
    window.history.replaceState(null, "");
    fireEvent.popState(window);
  },
  outside: () => fireEvent.pointerDown(document.body),
  blur: () => {
    act(() => (document.activeElement as HTMLElement).blur());
    press("Close");
  },
  Discard: () => {
    // An offered text has such a button too, above.
    const button = screen.getAllByRole("button", { name: "Discard" }).at(-1)!;
    fireEvent.mouseDown(button);
    fireEvent.click(button);
  },
  route: () => press("Go elsewhere"),
  reload: () => {
    fireEvent(window, new Event("pagehide"));
    press("Go elsewhere");
  },
} as const;

type Way = keyof typeof WAYS;

/** What becomes of the text: sent, gone by the person's wish, or left to be offered. */
function fateOf(way: Way): "saved" | "discarded" | "left" {
  if (way === "Discard") return "discarded";
  return way === "route" || way === "reload" ? "left" : "saved";
}

const press = (name: string) =>
  fireEvent.click(screen.getByRole("button", { name, hidden: true }));
const isOpen = () =>
  screen.queryByRole("dialog", { name: "Edit Job" }) !== null;
const offers = () => screen.queryAllByRole("region", { name: "Typed before" });

function Page() {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <button onClick={() => setIsShown(true)}>Open the job</button>
      <button onClick={() => setIsShown(false)}>Go elsewhere</button>
      {isShown && (
        <EditJobDialog jobId={jobId} onClose={() => setIsShown(false)} />
      )}
    </>
  );
}

async function typedRows(): Promise<readonly unknown[]> {
  const db = await openDB(storeName(OWNER));
  try {
    const has = db.objectStoreNames.contains("typed");
    return has ? ((await db.getAll("typed")) as unknown[]) : [];
  } finally {
    db.close();
  }
}

/** Longer than a form waits before it writes what is typed, so that a late write is seen. */
const lateWrites = () =>
  act(() => new Promise((resolve) => setTimeout(resolve, 170)));

interface Setting {
  readonly device: "phone" | "desktop";
  readonly keeps: boolean;
  readonly server: "accepts" | "refuses" | "is away";
}

/** The page of the run before, which may have failed. */
function end() {
  act(() => void toast.dismiss());
  cleanup();
}

async function start({ device, keeps, server }: Setting) {
  end();
  emptyDevice();
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: (query === "(pointer: fine)") === (device === "desktop"),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const { backend } = aJobsBackend({
    customers: [aCustomer()],
    jobs: [aJob({ job_notes: "Gate" })],
  });
  backend.setConnection(server !== "is away");
  if (server === "refuses")
    backend.perform(api.jobs.update, () => {
      throw new ConvexError({ code: "INVALID", message: "Refused." });
    });
  (keeps ? renderWithOutbox : renderOn)(backend, <Page />);
  if (keeps) await screen.findByText("The outbox is open.");
  const sent = () => backend.callsOf(api.jobs.update).length;
  return { backend, sent };
}

async function openField({ label }: FieldCase) {
  press("Open the job");
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  // The customer is loaded.
  await screen.findAllByText("C-1001");
  return field;
}

function type(field: HTMLElement, value: string) {
  act(() => field.focus());
  // Of a closed list, keys change the value without choosing it.
  fireEvent.keyDown(field, { key: "ArrowDown" });
  fireEvent.change(field, { target: { value } });
}

function close(way: Way) {
  WAYS[way]();
  expect(isOpen()).toBe(false);
}

const settings: fc.Arbitrary<Setting> = fc
  .record({
    device: fc.constantFrom("phone" as const, "desktop" as const),
    keeps: fc.boolean(),
    server: fc.constantFrom(
      "accepts" as const,
      "refuses" as const,
      "is away" as const,
    ),
  })
  // Without a store, a call that has no answer holds the text in the page.
  .filter(({ keeps, server }) => keeps || server === "accepts");

const ways = fc.constantFrom(...(Object.keys(WAYS) as Way[]));

it("saves what was typed once, whichever way a job is closed, and sends nothing more when it is opened again", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...FIELDS),
      ways,
      ways,
      settings,
      async (field, way, again, setting) => {
        const { backend, sent } = await start(setting);
        const fate = fateOf(way);
        type(await openField(field), field.typed);
        if (fate === "left" && setting.keeps)
          await waitFor(async () => expect(await typedRows()).toHaveLength(1));
        close(way);
        if (fate === "saved" && setting.server !== "is away")
          await waitFor(() => expect(sent()).toBe(1));
        await lateWrites();
        const left = fate === "left" && setting.keeps ? 1 : 0;
        await waitFor(async () => expect(await typedRows()).toHaveLength(left));

        const isShown = setting.server === "accepts";
        if (isShown) {
          const args = { id: jobId, ...field.office.args };
          await act(() => backend.mutation(api.jobs.update, args));
        }
        const before = sent();
        const shown = await openField(field);
        if (isShown) {
          await waitFor(() =>
            expect(shown.value).toBe(shownAs(field, setting)),
          );
        }
        await waitFor(() => expect(offers()).toHaveLength(left));
        act(() => shown.focus());
        close(again);
        await lateWrites();
        expect(sent()).toBe(before);
        expect(await typedRows()).toHaveLength(left);
      },
    ),
    { numRuns: 10, endOnFailure: true },
  );
}, 180_000);

function shownAs({ label, office }: FieldCase, { device }: Setting): string {
  if (label === "Price") return "99.00";
  const isDate = label.endsWith("date") && device === "desktop";
  return isDate ? "Wed, Nov 25, 26, 12:00 PM" : office.text;
}
