import { renderHook } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { newJobStart, useBookAgain } from "@/features/jobs/newJobStart";
import { EMPTY_JOB_FORM } from "@/features/jobs/jobFormFields";
import { openNewJob } from "@/features/jobs/requestedStart";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { aCustomer, aJob } from "../../../support/builders";
import { FakeBackend } from "../../../support/fakeBackend";

vi.mock("@/offline/days/DayCopyProvider");
vi.mock("@/features/jobs/requestedStart");

beforeEach(() => {
  vi.mocked(openNewJob).mockClear();
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
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ConvexProvider client={backend.asClient()}>{children}</ConvexProvider>
  );
  const { result } = renderHook(() => useBookAgain(() => undefined), {
    wrapper,
  });
  await result.current(LAST);
  const [start] = vi.mocked(openNewJob).mock.lastCall!;
  const { customer_name, customer_phone } = start.values;
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
