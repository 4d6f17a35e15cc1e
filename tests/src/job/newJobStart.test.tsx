import { renderHook } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import type { OutboxChange } from "convex-outbox";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { newJobStart, useBookAgain } from "@/job/newJobStart";
import { EMPTY_JOB_FORM } from "@/job/jobFormFields";
import { linesOfLast } from "@/job/linesOfLast";
import { openNewJob } from "@/job/requestedStart";
import { showToast } from "@/lib/toasts";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { aCustomer, aJob } from "../../support/builders";
import { FakeBackend } from "../../support/fakeBackend";

vi.mock("@/offline/days/DayCopyProvider");
vi.mock("@/job/requestedStart");
vi.mock("@/job/linesOfLast");
vi.mock("@/lib/toasts");

beforeEach(() => {
  vi.mocked(openNewJob).mockClear();
  vi.mocked(showToast).mockClear();
  vi.mocked(linesOfLast).mockReset().mockResolvedValue(undefined);
});

const LAST = aJob({
  job_city: "Troy",
  job_status: "completed",
  job_notes: "Gate code 4417",
  jobs_price: 450,
  job_install_date: 1,
  job_categories: ["Gutter cleaning"],
});
const CUSTOMER = {
  job_customer_id: "C-1001",
  customer_name: "Ann Field",
  customer_phone: "(555) 010-0001",
  customer_email: "ann@example.com",
};

it("a job that is booked again has customer, place and categories, and nothing else", () => {
  expect(newJobStart(aCustomer(), LAST).values).toEqual({
    ...EMPTY_JOB_FORM,
    ...CUSTOMER,
    job_address: "12 Oak St",
    job_city: "Troy",
    job_categories: ["Gutter cleaning"],
  });
  expect(newJobStart(aCustomer(), null).values).toEqual({
    ...EMPTY_JOB_FORM,
    ...CUSTOMER,
  });
});

it("a job that is booked again keeps its own interval, and gets the day that is filled in", () => {
  const values = (job_due_months: number) =>
    newJobStart(aCustomer(), aJob({ job_due_months }), "2027-05-31T09:00").values;
  expect(values(6)).toMatchObject({
    ...{ job_due_months: "6", job_install_date: "2027-05-31T09:00" },
    job_status: "install_scheduled",
  });
  expect(values(0)).toMatchObject({ job_due_months: "", job_due_date: "" });
});

/** What Create Job was opened with. */
function opened() {
  const [start] = vi.mocked(openNewJob).mock.lastCall!;
  return start;
}

interface Known {
  readonly isOffline: boolean;
  readonly copied?: string;
  readonly server?: string | Error;
}

/** The name and the phone with which a job is booked again whose customer is not loaded. */
async function bookedBy({ isOffline, copied, server }: Known) {
  const named = (customer_name: string) => aCustomer({ customer_name });
  vi.mocked(useDayCopies).mockReturnValue({
    isOffline,
    copy: {
      customers: new Map(copied ? [["C-1001", named(copied)]] : []),
    },
  } as unknown as ReturnType<typeof useDayCopies>);
  const backend = new FakeBackend();
  let asked = 0;
  backend.answer(api.customers.getByCustomerId, () => {
    asked += 1;
    return typeof server === "string" ? named(server) : (server ?? null);
  });
  backend.answer(api.lines.ofJob, () => ["row"] as never);
  backend.answer(api.inventory.listItems, () => ["item"] as never);
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ConvexProvider client={backend.asClient()}>{children}</ConvexProvider>
  );
  const { result } = renderHook(() => useBookAgain(() => undefined), {
    wrapper,
  });
  await result.current(LAST);
  const { customer_name, customer_phone } = opened().values;
  expect(customer_phone).toBe("(555) 010-0001");
  return [customer_name, asked];
}

it.each<[string, Known, string, number]>([
  ["the server knows", { isOffline: false, server: "Ann Vale" }, "Ann Vale", 1],
  [
    "the server cannot say",
    { isOffline: false, server: new Error("down"), copied: "Ann Copy" },
    "Ann Copy",
    1,
  ],
  [
    "the copy knows without signal",
    { isOffline: true, copied: "Ann Copy", server: "Ann Vale" },
    "Ann Copy",
    0,
  ],
  ["only the job names", { isOffline: true }, "Ann Field", 0],
])("a customer whom %s is booked again", async (_name, known, name, asked) => {
  expect(await bookedBy(known)).toEqual([name, asked]);
});

const BRINGS = { call: "lines:add", label: "12 rows" } as OutboxChange;

it("the rows of the last job are copied, under the key of the new one", async () => {
  vi.mocked(linesOfLast).mockResolvedValue(BRINGS);
  await bookedBy({ isOffline: true });
  expect(opened().brings).toBe(BRINGS);
  expect(vi.mocked(linesOfLast).mock.lastCall).toEqual([
    LAST,
    opened().id,
    {
      live: expect.any(Promise) as Promise<unknown>,
      ...{ isOffline: true, store: null, waiting: [] },
    },
  ]);
  const [, , { live }] = vi.mocked(linesOfLast).mock.lastCall!;
  expect(await live).toEqual([["row"], ["item"]]);
  expect(showToast).not.toHaveBeenCalled();
});

it.each([
  ["are not known on the device", () => Promise.resolve(null)],
  [
    "have code that cannot be loaded",
    () => Promise.reject(new Error("This part of Downspout could not be loaded.")),
  ],
])("a job whose rows %s is booked again without them, and a toast says so", async (_, read) => {
  vi.mocked(linesOfLast).mockImplementation(read);
  await bookedBy({ isOffline: true });
  expect(opened()).not.toHaveProperty("brings");
  expect(vi.mocked(showToast).mock.calls).toEqual([
    ["warning", "Materials do not come along", { description: "They are not known here." }],
  ]);
});
