import { act, renderHook, waitFor } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import { it } from "vitest";
import { api } from "@convex/_generated/api";
import type { CalendarEntry } from "@domain/job/calendar";
import { useVisitEnd } from "@/features/schedule/week/useVisitEnd";
import { A_UUID, expectCall } from "../../../../support/expectCall";
import { FakeBackend } from "../../../../support/fakeBackend";
import { MemoryOutbox } from "../../../../support/memoryOutbox";

const ENTRY: CalendarEntry = {
  jobId: "job1",
  date: "2026-11-12",
  type: "install",
  at: new Date(2026, 10, 12, 9).getTime(),
  name: "Maria Lopez",
  address: "12 Oak St",
  end: null,
};

it("the new end of a visit is sent as its length, and nothing else of the job", async () => {
  const backend = new FakeBackend();
  backend.perform(api.jobs.update, () => null);
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ConvexProvider client={backend.asClient()}>
      <MemoryOutbox backend={backend}>{children}</MemoryOutbox>
    </ConvexProvider>
  );
  const { result } = renderHook(() => useVisitEnd(), { wrapper });
  act(() => result.current(ENTRY, 420));
  await waitFor(() =>
    expectCall("jobs.update", backend, {
      args: {
        ...{ id: "job1", job_install_length: 420, isMove: true },
        intentId: A_UUID,
      },
    }),
  );
});
