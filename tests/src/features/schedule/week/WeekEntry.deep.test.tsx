import { DndContext } from "@dnd-kit/core";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { CalendarEntry } from "@domain/job/calendar";
import { weekOf } from "@domain/dates/days";
import { WeekEntry } from "@/features/schedule/week/WeekEntry";
import { WeekMovesContext, type WeekMoves } from "@/features/schedule/week/weekMoves";

const at = (day: number, hour: number, minute = 0) =>
  new Date(2026, 10, day, hour, minute).getTime();

const ENTRY: CalendarEntry = {
  ...{ date: "2026-11-11", name: "Maria Lopez", type: "install" },
  ...{ at: at(11, 14), jobId: "job1", clientKey: "key1" },
  ...{ address: "12 Oak St", end: null },
};

beforeEach(() => {
  window.scrollTo = () => {};
});

async function show(change: Partial<WeekMoves> = {}) {
  const moves = {
    waiting: new Set<string>(),
    lifted: null,
    lift: vi.fn<WeekMoves["lift"]>(),
    drop: vi.fn<WeekMoves["drop"]>(),
    ask: vi.fn<WeekMoves["ask"]>(),
    takeFocus: vi.fn<WeekMoves["takeFocus"]>(),
    ...change,
  };
  const placed = {
    visit: ENTRY,
    minute: 840,
    top: 840,
    height: 60,
    depth: 0,
    free: 60,
  };
  const rootRoute = createRootRoute({
    component: () => (
      <DndContext>
        <WeekMovesContext value={moves}>
          <ol>
            <WeekEntry placed={placed} days={weekOf("2026-11-11")} hours={{ from: 7, until: 19 }} />
          </ol>
        </WeekMovesContext>
      </DndContext>
    ),
  });
  const history = createMemoryHistory({ initialEntries: ["/"] });
  render(<RouterProvider router={createRouter({ routeTree: rootRoute, history }) as never} />);
  const link = await screen.findByRole("link");
  return { ...moves, link };
}

it.each([
  ["ArrowUp", at(11, 13, 45)],
  ["ArrowDown", at(11, 14, 15)],
  ["ArrowLeft", at(10, 14)],
  ["ArrowRight", at(12, 14)],
])("Alt and %s lift a visit to %j", async (key, to) => {
  const { link, lift } = await show();
  // The browser's Back and Forward do not follow.
  expect(fireEvent.keyDown(link, { key, altKey: true })).toBe(false);
  expect(lift).toHaveBeenCalledExactlyOnceWith({ entry: ENTRY, to });
});

it("an arrow key alone or with Shift, or one to the side with Shift and Alt, lifts no visit", async () => {
  const { link, lift } = await show();
  for (const keys of [{}, { shiftKey: true }])
    fireEvent.keyDown(link, { key: "ArrowDown", ...keys });
  const both = { altKey: true, shiftKey: true };
  fireEvent.keyDown(link, { key: "ArrowRight", ...both });
  fireEvent.keyDown(link, { key: "Enter" });
  fireEvent.keyDown(link, { key: "Tab", altKey: true });
  expect(lift).not.toHaveBeenCalled();
});

it("Alt, Shift and an arrow lift the end of a visit, which stands as long meanwhile", async () => {
  const lifted = { entry: ENTRY, to: ENTRY.at, length: 90 };
  const { link, lift } = await show({ lifted });
  fireEvent.keyDown(link, { key: "ArrowUp", altKey: true, shiftKey: true });
  expect(lift).toHaveBeenCalledExactlyOnceWith({ ...lifted, length: 75 });
  expect(link.closest("li")!.style.height).toBe("calc(var(--hour) * 1.5)");
});

it.each([
  ["its release of Alt", "keyUp", { key: "Alt" }, true],
  ["Enter", "keyDown", { key: "Enter" }, true],
  ["the loss of the focus", "blur", {}, false],
] as const)("a lifted visit is dropped by %s", async (_name, event, init, keepsFocus) => {
  const lifted = { entry: ENTRY, to: at(11, 15) };
  const { link, drop } = await show({ lifted });
  fireEvent[event](link, init);
  expect(drop).toHaveBeenCalledExactlyOnceWith({ keepsFocus });
});

it("a lifted visit stands at its target time, within the shown days and hours", async () => {
  const lifted = { entry: ENTRY, to: at(20, 20) };
  const { link } = await show({ lifted });
  const { style } = link.closest("li")!;
  expect([style.top, style.left]).toEqual(["calc(var(--hour) * 11)", "300%"]);
});

it.each(["job1", "key1"])(
  "a visit says that its change waits if its job is known as %s",
  async (key) => {
    const { link } = await show({ waiting: new Set([key]) });
    expect(link).toHaveAccessibleName(/^Install, 2:00 PM, waiting: Maria/);
  },
);
