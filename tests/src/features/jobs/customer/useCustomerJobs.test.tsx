import { renderHook } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { customerTotals } from "@domain/job/customerTotals";
import { useCustomerJobs } from "@/features/jobs/customer/useCustomerJobs";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { useOutbox, type OutboxControl } from "@/offline/useOutbox";
import { aCustomer, aJob, type Job } from "../../../../support/builders";
import { FakeBackend } from "../../../../support/fakeBackend";

vi.mock("@/offline/useOutbox");
vi.mock("@/offline/days/DayCopyProvider");

const CUSTOMER = aCustomer({ clientKey: "key1" });
const job = (id: string, change: Partial<Job>) =>
  aJob({ _id: id as Id<"jobs">, jobs_price: 100, ...change });

const COPIED = [
  job("old", { _creationTime: 1, job_status: "installed_paid" }),
  job("of another", { job_customer_id: "C-1002" }),
  job("new", { _creationTime: 3, job_customer_id: "key1" }),
  job("between", { _creationTime: 2 }),
];

interface Shown {
  readonly isOffline: boolean;
  readonly live?: readonly Job[];
  readonly canLoadMore?: boolean;
}

function show({ isOffline, live, canLoadMore = false }: Shown) {
  vi.mocked(useOutbox).mockReturnValue({
    items: [],
  } as unknown as OutboxControl);
  vi.mocked(useDayCopies).mockReturnValue({
    isOffline,
    copy: { jobs: COPIED, customers: new Map() },
  } as unknown as ReturnType<typeof useDayCopies>);
  const backend = new FakeBackend();
  backend.answer(
    api.jobs.ofCustomer,
    () =>
      live && {
        ...{ page: [...live], isDone: !canLoadMore, continueCursor: "next" },
      },
  );
  backend.answer(
    api.jobs.totalsOfCustomer,
    () => live && { ...customerTotals(live, 0), isWhole: true },
  );
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ConvexProvider client={backend.asClient()}>{children}</ConvexProvider>
  );
  const { result } = renderHook(() => useCustomerJobs(CUSTOMER), { wrapper });
  const { jobs, totals, isSaved } = result.current;
  return {
    ids: jobs?.map(({ _id }) => String(_id)),
    sum: totals && [totals.jobs, totals.paid, totals.isWhole, totals.isSaved],
    isSaved,
    canLoadMore: result.current.canLoadMore,
  };
}

it.each<[string, Shown, object]>([
  ["while they load", { isOffline: false }, { isSaved: false }],
  [
    "without signal",
    { isOffline: true },
    {
      ...{ ids: ["new", "between", "old"], isSaved: true },
      sum: [3, 100, false, true],
    },
  ],
  [
    "with a connection",
    { isOffline: false, live: [job("live", {})], canLoadMore: true },
    {
      ...{ ids: ["live"], isSaved: false, canLoadMore: true },
      sum: [1, 0, true, false],
    },
  ],
  [
    "once the connection is lost",
    { isOffline: true, live: [job("live", {})] },
    { ids: ["live"], isSaved: false, sum: [1, 0, true, false] },
  ],
])("the jobs of a customer %s", (_name, shown, expected) => {
  expect(show(shown)).toEqual({
    ...{ ids: undefined, sum: undefined, canLoadMore: false },
    ...expected,
  });
});
