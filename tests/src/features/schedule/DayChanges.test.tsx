import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { DayMark, SeenVisit } from "@domain/job/dayChanges";
import { DayChanges, type ShownChanges } from "@/features/schedule/DayChanges";
import { useSeenDay } from "@/features/schedule/useSeenDay";

vi.mock("@/features/schedule/useSeenDay");

const at = (hour: number) => new Date(2026, 10, 20, hour).getTime();

function aMark(visit: Partial<SeenVisit>, change: Partial<DayMark>): DayMark {
  return {
    kind: "moved",
    hasLeft: false,
    visit: {
      ...{ jobId: "roof", name: "Ruth Okafor", type: "estimate" },
      ...{ at: at(10), isCancelled: false, ...visit },
    },
    other: at(9),
    byName: "Dana",
    ...change,
  };
}

const MARKS = [
  aMark({}, {}),
  aMark({ type: "install", at: at(15) }, { kind: "new", other: null }),
  aMark(
    { jobId: "shed", name: "Amir Haddad", at: at(11) },
    { kind: "deleted", hasLeft: true, byName: null },
  ),
];

const look = vi.fn<(isLookedAt: (visit: SeenVisit) => boolean) => void>();

beforeEach(() => {
  vi.mocked(useSeenDay).mockReturnValue({ marks: MARKS, look });
});

function show() {
  let shown: ShownChanges | null = null;
  const list = {
    ...{ jobs: [], known: [], isMissing: false, isCopy: false, savedAt: null },
  };
  const view = render(
    <DayChanges day="2026-11-20" list={list} onChanges={(changes) => (shown = changes)} />,
  );
  return { ...view, shown: () => shown };
}

const seenBy = () =>
  MARKS.filter(({ visit }) => look.mock.lastCall![0](visit)).map(
    ({ visit: { jobId, type } }) => `${jobId} ${type}`,
  );

it("marks on each card the change of its job, and shows visits that left in their place", () => {
  const { shown } = show();
  expect(shown()?.marks).toEqual(new Map([["roof", "Moved from 9:00 AM by Dana. New, by Dana"]]));
  expect(shown()?.left.map((each) => each.at)).toEqual([at(11)]);
  const { container } = render(shown()!.left[0]!.item);
  expect(container).toHaveTextContent("11:00 AMAmir Haddad: deleted");
  expect(screen.getByText("3 changes since you looked")).toBeVisible();
});

it("an opened card removes the marks of its job, and Seen removes all", () => {
  const { shown } = show();
  shown()!.onOpened("roof");
  expect(seenBy()).toEqual(["roof estimate", "roof install"]);
  act(() => screen.getByRole("button", { name: "Seen" }).click());
  expect(seenBy()).toHaveLength(3);
});

it("the marks go with their day when another day is shown", () => {
  const { shown, unmount } = show();
  unmount();
  expect(shown()).toBeNull();
});
