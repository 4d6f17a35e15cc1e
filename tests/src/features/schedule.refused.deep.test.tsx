import { act, renderHook, waitFor } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import { ConvexError } from "convex/values";
import { useEffect, useState, type ReactNode } from "react";
import { expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { CalendarEntry } from "@domain/job/calendar";
import { useMarkVisit } from "@/features/schedule/useMarkVisit";
import { useMoves } from "@/features/schedule/moves/useMoves";
import { provideToasts } from "@/lib/toasts";
import { aJob } from "../../support/builders";
import { FakeBackend } from "../../support/fakeBackend";
import { MemoryOutbox } from "../../support/memoryOutbox";

const at = (day: number) => new Date(2026, 10, day, 9).getTime();
const JOB = aJob({ job_estimate_date: at(20) });
const ENTRY: CalendarEntry = {
  ...{ type: "estimate", date: "2026-11-20", name: "Ann Field", end: null },
  ...{ jobId: "job1", address: "12 Oak St", at: at(20) },
};

/** What a person does who is without a store, and what a toast says once it is done. */
const DONE = {
  "marks a visit": {
    useIt: () => {
      const mark = useMarkVisit();
      return () => mark(JOB, "estimate_sent");
    },
    says: "Marked as Estimate Delivered",
  },
  "moves a visit in the month": {
    useIt: () => {
      const { moveToDay } = useMoves();
      return () => moveToDay(ENTRY, "2026-11-27");
    },
    says: "Moved to Friday, Nov 27, 26",
  },
  "moves a visit in the week": {
    useIt: () => {
      const { moveToTime } = useMoves();
      return () => moveToTime({ kind: "visit", entry: ENTRY }, at(27));
    },
    says: "Moved to Fri, Nov 27, 26, 9:00 AM",
  },
  "moves a day": {
    useIt: () => {
      const { moveDay } = useMoves();
      const visits = [{ job: JOB, type: "estimate", at: at(20) }] as const;
      return () => moveDay({ day: "2026-11-20", target: "2026-11-27", visits });
    },
    says: "1 visit moved to Friday, Nov 27, 26",
  },
};

async function titlesAfter(useIt: () => () => unknown, isRefused: boolean) {
  const backend = new FakeBackend();
  const answer = () => {
    if (isRefused) throw new ConvexError({ code: "NOT_FOUND", message: "It is gone." });
    return null as never;
  };
  backend.perform(api.jobs.update, answer);
  backend.perform(api.jobs.moveVisits, answer);
  const titles: string[] = [];
  function Toasts() {
    const [shown] = useState(titles);
    useEffect(() => {
      provideToasts({
        show: ({ title }) => shown.push(title),
        dismiss: () => undefined,
      });
      return () => provideToasts(null);
    }, [shown]);
    return null;
  }
  const { result } = renderHook(useIt, {
    wrapper: ({ children }: { readonly children: ReactNode }) => (
      <ConvexProvider client={backend.asClient()}>
        <MemoryOutbox backend={backend}>
          <Toasts />
          {children}
        </MemoryOutbox>
      </ConvexProvider>
    ),
  });
  act(() => void result.current());
  await waitFor(() => expect(titles).toHaveLength(isRefused ? 2 : 1));
  return titles;
}

it.each(Object.entries(DONE))(
  "a person who %s sees it done at once, and then whether the server has refused it",
  async (_name, { useIt, says }) => {
    expect(await titlesAfter(useIt, false)).toEqual([says]);
    expect(await titlesAfter(useIt, true)).toEqual([says, "Save failed"]);
  },
);
