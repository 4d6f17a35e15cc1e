import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { openDB } from "idb";
import type { ReactNode } from "react";
import { toast } from "sonner";
import { vi } from "vitest";
import { api } from "@convex/_generated/api";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import { NewJobDialog } from "@/features/jobs/NewJobDialog";
import { storeName } from "@/offline/device/storeOwner";
import { isDialogEntry } from "@/lib/useCloseOnBack";
import { aCustomer, aJob, type Customer, type Job } from "./builders";
import { OWNER } from "./deviceStores";
import { renderOn, type FakeBackend } from "./fakeBackend";
import { aJobsBackend } from "./jobsBackend";
import { renderWithOutbox } from "./outboxPage";
import { aUser } from "./user";

interface Office {
  readonly job?: Job;
  readonly customers?: Customer[];
  /** Prepares the backend's answers before the dialog asks. */
  readonly prepare?: (backend: FakeBackend) => void;
}

interface Device extends Omit<Office, "job"> {
  /** Null: the server has no job. */
  readonly job?: Job | null;
  /** The job's id or its client key. */
  readonly jobId?: string;
  readonly connected?: boolean;
  /** What the page shows beside the dialog. */
  readonly beside?: ReactNode;
}

/** Opens the dialog of a job, on a page that sends changes at once. */
export function openJob({ job = aJob(), customers = [aCustomer()], prepare }: Office = {}) {
  const office = aJobsBackend({ customers, jobs: [job] });
  const { backend } = office;
  prepare?.(backend);
  const onClose = vi.fn();
  const view = renderOn(backend, <EditJobDialog jobId={job._id} onClose={onClose} />);
  const updates = () => backend.callsOf(api.jobs.update);
  return { ...office, user: aUser(), onClose, view, updates };
}

interface NewJob extends Omit<Office, "job"> {
  readonly jobs?: Job[];
  readonly initialDay?: string | undefined;
}

/** Opens the dialog of a new job, on a page that sends it at once. The day that it asks for has these jobs. */
export function openNew({
  jobs = [],
  customers = [aCustomer()],
  initialDay,
  prepare,
}: NewJob = {}) {
  const { backend } = aJobsBackend({ customers, jobs });
  backend.answer(api.jobs.getScheduledForDay, () => jobs);
  prepare?.(backend);
  const onClose = vi.fn();
  const view = renderOn(backend, <NewJobDialog initialDay={initialDay} onClose={onClose} />);
  const created = () => backend.callsOf(api.jobs.create);
  return { user: aUser(), backend, onClose, view, created };
}

/** Opens the dialog of a job, on a device that keeps changes until they are sent. */
export async function openJobOnDevice({
  job = aJob(),
  jobId = job?._id ?? "",
  customers = [aCustomer()],
  connected = true,
  beside,
  prepare,
}: Device = {}) {
  const jobs = job === null ? [] : [job];
  const { backend } = aJobsBackend({ customers, jobs });
  backend.setConnection(connected);
  prepare?.(backend);
  const onClose = vi.fn();
  const view = renderWithOutbox(
    backend,
    <>
      {beside}
      <EditJobDialog jobId={jobId} onClose={onClose} />
    </>,
  );
  await screen.findByText("The outbox is open.");
  const updates = () => backend.callsOf(api.jobs.update);
  const created = () => backend.callsOf(api.jobs.create);
  return { user: aUser(), backend, onClose, view, updates, created };
}

/** Opens the dialog of a new job, on a device that keeps it until it is sent. */
export async function openNewOnDevice({ connected = true } = {}) {
  const { backend } = aJobsBackend({ customers: [aCustomer()] });
  backend.setConnection(connected);
  const onClose = vi.fn();
  const view = renderWithOutbox(backend, <NewJobDialog onClose={onClose} />);
  await screen.findByText("The outbox is open.");
  const created = () => backend.callsOf(api.jobs.create);
  return { user: aUser(), backend, onClose, view, created };
}

/** The rows of a table on the device, or none where nothing was opened yet. */
export async function deviceRows<Row = unknown>(table: string): Promise<Row[]> {
  const db = await openDB(storeName(OWNER));
  try {
    const has = db.objectStoreNames.contains(table);
    return has ? ((await db.getAll(table)) as Row[]) : [];
  } finally {
    db.close();
  }
}

/** For `afterEach`: the next test has no toasts, nor the history entry that a dialog removes after it has closed. */
export async function endDialogs(): Promise<void> {
  act(() => void toast.dismiss());
  cleanup();
  while (isDialogEntry()) await new Promise((resolve) => setTimeout(resolve));
}

export const field = (name: string) => screen.getByLabelText(name);
export const button = (name: string) => screen.getByRole("button", { name });

/** Each way to leave a dialog that is not a button of its footer. */
export const LEAVE = {
  Esc: (user: UserEvent) => user.keyboard("{Escape}"),
  X: (user: UserEvent) => user.click(button("Close")),
  "a click outside": (user: UserEvent) =>
    user.click(screen.getByRole("dialog").parentElement ?? document.body),
  Back: async () => {
    window.history.back();
    await new Promise((resolve) => {
      window.addEventListener("popstate", resolve, { once: true });
    });
  },
} as const;

/** Each way to leave the dialog of a job that saves what was typed. */
export const LEAVE_JOB = {
  ...LEAVE,
  "Save Changes": (user: UserEvent) => user.click(button("Save Changes")),
} as const;

/** The closed list changes with each press of an arrow key, as Chromium does on Linux and Windows. */
export function browse(name: string, values: readonly string[]) {
  act(() => field(name).focus());
  for (const value of values) {
    fireEvent.keyDown(field(name), { key: "ArrowDown" });
    fireEvent.change(field(name), { target: { value } });
    fireEvent.keyUp(field(name), { key: "ArrowDown" });
  }
}

export const UNREADABLE_DATE = "Enter the whole date and time, or clear it.";

/** Half a date: the browser reports no value and fires no event. */
export function halfType(name: string) {
  Object.defineProperty(field(name), "validity", {
    value: { badInput: true },
    configurable: true,
  });
}

/** A screen with a mouse: dates are typed as text. For `beforeEach`; `vi.unstubAllGlobals` ends it. */
export function onADesk(): void {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === "(pointer: fine)",
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

/** Focuses the field and enters the text as one event: on a closed list, as a key that changes it. */
export function enter(name: string, text: string): void {
  act(() => field(name).focus());
  fireEvent.keyDown(field(name), { key: "a" });
  fireEvent.change(field(name), { target: { value: text } });
}

/** The names of the fields that were saved, in order, once what was begun is sent. */
export async function savedFields(backend: FakeBackend): Promise<string[]> {
  await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
  return backend.callsOf(api.jobs.update).flatMap(({ id: _id, ...change }) => {
    const { customer = change } = change;
    return Object.keys(customer as object);
  });
}
