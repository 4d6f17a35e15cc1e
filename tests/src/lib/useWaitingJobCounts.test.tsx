import { renderHook } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import { expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { useWaitingJobCounts } from "@/lib/useWaitingJobCounts";
import { FakeBackend } from "../../support/fakeBackend";

it("shows each count of the server under its own name, and none beyond 99", () => {
  const backend = new FakeBackend();
  backend.answer(api.jobs.countWaiting, () => ({
    withoutEstimate: 1,
    approvedWithoutInstall: 0,
    estimatesDelivered: 99,
    installedUnpaid: 100,
    dueAgain: 3,
  }));
  const { result } = renderHook(useWaitingJobCounts, {
    wrapper: ({ children }) => (
      <ConvexProvider client={backend.asClient()}>{children}</ConvexProvider>
    ),
  });
  expect(result.current).toEqual({
    undated: "1",
    unscheduled: "0",
    stale: "99",
    unpaid: "99+",
    due: "3",
  });
});
