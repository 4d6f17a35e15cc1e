import { act, renderHook, waitFor } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { CalendarEntry } from "@domain/job/calendar";
import { useMonthMoves } from "@/features/schedule/useMonthMoves";
import { FakeBackend } from "../../../support/fakeBackend";
import { MemoryOutbox } from "../../../support/memoryOutbox";

function showMonth() {
  const backend = new FakeBackend();
  backend.perform(api.jobs.update, () => null);
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ConvexProvider client={backend.asClient()}>
      <MemoryOutbox backend={backend}>{children}</MemoryOutbox>
    </ConvexProvider>
  );
  const options = {
    month: "2026-11",
    onMonthChange: vi.fn<(month: string) => void>(),
  };
  const { result } = renderHook(() => useMonthMoves(options), { wrapper });
  return { backend, moves: result, turned: options.onMonthChange };
}

const ENTRY: CalendarEntry = {
  jobId: "job1",
  date: "2026-11-12",
  type: "install",
  at: new Date(2026, 10, 12, 9).getTime(),
  name: "Maria Lopez",
  address: "12 Oak St",
  end: null,
};

it("asks before a day is moved, but not if it is dropped on itself", () => {
  const { moves } = showMonth();
  const day = { kind: "day", day: "2026-11-12" } as const;
  act(() => moves.current.drop(day, "2026-11-12"));
  expect(moves.current.moveOfDay).toBeNull();
  act(() => moves.current.drop(day, "2026-11-13"));
  expect(moves.current.moveOfDay).toEqual({
    from: "2026-11-12",
    to: "2026-11-13",
  });
});

it("leaves a visit that is dropped on its own day at its time", async () => {
  const { moves, backend } = showMonth();
  const visit = { kind: "visit", entry: ENTRY } as const;
  act(() => {
    moves.current.drop(visit, "2026-11-12");
    moves.current.drop(visit, "2026-11-13");
  });
  await waitFor(() =>
    expect(backend.callsOf(api.jobs.update)).toEqual([
      {
        id: "job1",
        job_install_date: new Date(2026, 10, 13, 9).getTime(),
        isMove: true,
      },
    ]),
  );
});

it.each([
  ["a shown day of another month", "2026-12-05", []],
  ["a day that is not shown", "2026-12-06", ["2026-12"]],
])("a visit that is moved by key to %s turns the page to %j", (_name, day, months) => {
  const { moves, turned } = showMonth();
  act(() => moves.current.moveByKey(ENTRY, day));
  expect(turned.mock.calls.flat()).toEqual(months);
});

it("a visit that was moved by key gets the focus once, at its new place", () => {
  const { moves } = showMonth();
  const table = document.createElement("table");
  const show = (day: string) => {
    table.innerHTML = `<td data-day="${day}"><a href="/" data-entry="job1 install"></a></td><a href="/"></a>`;
    const [link, other] = table.querySelectorAll("a");
    moves.current.takeFocus(table);
    return { link, other };
  };
  document.body.append(table);
  act(() => moves.current.moveByKey(ENTRY, "2026-11-13"));
  expect(show("2026-11-12").link).not.toHaveFocus();
  const { link, other } = show("2026-11-13");
  expect(link).toHaveFocus();
  other?.focus();
  moves.current.takeFocus(table);
  expect(other).toHaveFocus();
  table.remove();
});
