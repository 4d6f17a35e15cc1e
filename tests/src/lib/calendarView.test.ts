import { beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

/** The module of a page that is opened now. */
const aPage = () => import("@/lib/calendarView");

it("links to the view that was chosen last, also after a reload", async () => {
  const first = await aPage();
  expect(first.calendarSearch()).toEqual({});
  first.rememberCalendarView("week");
  expect(first.calendarSearch()).toEqual({ view: "week" });
  vi.resetModules();
  const second = await aPage();
  expect(second.calendarSearch()).toEqual({ view: "week" });
  second.rememberCalendarView("month");
  vi.resetModules();
  expect((await aPage()).calendarSearch()).toEqual({});
});
