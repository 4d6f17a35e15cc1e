import { renderHook } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { useJobActions } from "@/features/palette/useJobActions";
import { aJob, type Job } from "../../../support/builders";
import { FakeBackend } from "../../../support/fakeBackend";

const go = vi.fn();

beforeEach(() => {
  go.mockClear();
});

const OPEN = aJob({ customer_name: "Ruth Okafor" });
const FOUND = aJob({ _id: "job2" as Id<"jobs">, customer_name: "Amir Haddad" });

function actionsOf(openId: string | null, found?: Job, open = OPEN) {
  const backend = new FakeBackend();
  backend.answer(api.jobs.get, ({ id }) => (id === open._id ? open : null));
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ConvexProvider client={backend.asClient()}>{children}</ConvexProvider>
  );
  const { result } = renderHook(() => useJobActions({ openId, found }, go), {
    wrapper,
  });
  return result.current;
}

const labels = (job: Partial<Job>) =>
  actionsOf("job1", undefined, aJob(job))?.entries.map(({ label }) => label);

it("the palette acts on the only found job, or else on the open job, and on no other", () => {
  expect(actionsOf(null)).toBeNull();
  expect(actionsOf("job1")?.title).toBe("Ruth Okafor, 12 Oak St");
  expect(actionsOf("job1", FOUND)?.title).toBe("Amir Haddad, 12 Oak St");
  expect(actionsOf("job3")).toBeNull();
});

it("the palette prints the open job only", () => {
  const hasPrint = (found?: Job) =>
    actionsOf("job1", found)?.entries.some(({ id }) => id === "do print");
  expect([hasPrint(), hasPrint(FOUND)]).toEqual([true, false]);
});

it.each<[string, Partial<Job>, string[]]>([
  [
    "with everything",
    { job_estimate_date: 1 },
    ["Mark as Estimate Scheduled", "Call", "Text", "Directions"],
  ],
  ["without a date", {}, ["Mark as Called", "Call", "Text", "Directions"]],
  ["without a phone number", { job_customer_phone: undefined }, ["Mark as Called", "Directions"]],
  [
    "without an address that is paid",
    { job_address: "", job_status: "installed_paid" },
    ["Call", "Text"],
  ],
])("the palette offers the actions for a job %s", (_name, job, expected) => {
  const known = ["Call", "Text", "Directions"];
  expect(
    labels(job)?.filter((label) => label.startsWith("Mark as") || known.includes(label)),
  ).toEqual(expected);
  expect(labels(job)?.includes("Show in the month")).toBe(job.job_estimate_date !== undefined);
});

it.each<[string, Partial<Job>, string]>([
  ["estimate", { job_estimate_date: new Date(2026, 9, 30, 9).getTime() }, "2026-10"],
  [
    "install",
    {
      job_estimate_date: new Date(2026, 9, 30, 9).getTime(),
      job_install_date: new Date(2026, 10, 30, 23).getTime(),
    },
    "2026-11",
  ],
])("Show in the month leads to the month of the %s", (_name, job, month) => {
  actionsOf("job1", undefined, aJob(job))
    ?.entries.find(({ id }) => id === "do month")
    ?.choose();
  expect(go).toHaveBeenCalledExactlyOnceWith({
    to: "/calendar",
    search: { month },
  });
});
