import { render, screen } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { DayVisits, NearVisits, useSuggestedTime, VisitContext } from "@/job/fields/DayVisits";
import "@/features/jobs/fields/VisitSpanField";
import { OfferedHours } from "@/features/jobs/fields/OfferedHours";
import { JobFormContext, type JobFormControl } from "@/job/JobFormContext";
import { aJob } from "../../../support/builders";
import { FakeBackend } from "../../../support/fakeBackend";

const at = (hour: number, minute = 0) => new Date(2026, 10, 25, hour, minute).getTime();

beforeEach(() => {
  vi.useFakeTimers({ now: at(8, 10), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const visit = (name: string, time: number) =>
  aJob({
    _id: name as Id<"jobs">,
    customer_name: name,
    job_estimate_date: time,
  });

/** The job of the form has a visit on the day as well. */
function show(
  screenOf: ReactNode,
  { isLoading = false, lasting = [] as ReturnType<typeof aJob>[] } = {},
) {
  const backend = new FakeBackend();
  backend.answer(api.jobs.listLasting, () => lasting);
  backend.answer(api.jobs.getScheduledForDay, () =>
    isLoading ? undefined : [visit("Own", at(9)), visit("Ruth", at(10)), visit("Hugo", at(8, 30))],
  );
  render(
    <JobFormContext value={{ jobId: "Own" } as unknown as JobFormControl}>
      <ConvexProvider client={backend.asClient()}>{screenOf}</ConvexProvider>
    </JobFormContext>,
  );
}

it("a visit that lasts into the day stands before the others, takes its times, and is said by its day", () => {
  const long = {
    ...visit("Long", at(8) - 2 * 86_400_000),
    job_estimate_length: 2 * 1440 + 120,
  };
  show(
    <VisitContext value={{ crew: "" }}>
      <DayVisits day="2026-11-25" at={at(9, 45)} />
      <NearVisits at={at(9, 45)} />
    </VisitContext>,
    { lasting: [long] },
  );
  expect(near()[0]).toMatch(/^Day 3 of 3Long, .*at the same time$/);
  expect(screen.getByRole("status")).toHaveTextContent("Long, Day 3 of 3");
});

const near = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

it("lists the other visits of the day, and says which are within an hour", () => {
  show(<DayVisits day="2026-11-25" at={at(10, 45)} />);
  expect(near()).toEqual(["8:30 AMHugo, 12 Oak St", "10:00 AMRuth, 12 Oak Stwithin an hour"]);
});

it("warns of other visits near a time, and not of the job's own visit", () => {
  show(<NearVisits at={at(9, 15)} />);
  expect(screen.getByRole("status")).toHaveTextContent(
    "Within an hour: Hugo, 8:30 AM; Ruth, 10:00 AM",
  );
});

it("names three of many visits near a time, and counts the others", () => {
  const backend = new FakeBackend();
  backend.answer(api.jobs.getScheduledForDay, () =>
    ["Ann", "Bob", "Cid", "Dee", "Eve"].map((name) => visit(name, at(9))),
  );
  render(
    <ConvexProvider client={backend.asClient()}>
      <NearVisits at={at(9)} />
    </ConvexProvider>,
  );
  expect(screen.getByRole("status").textContent).toBe(
    "Within an hour: Ann, 9:00 AM; Bob, 9:00 AM; Cid, 9:00 AM; and 2 more",
  );
});

function Suggestion({ day }: { readonly day?: string }) {
  return <p role="status">{useSuggestedTime(day) ?? "None"}</p>;
}

it.each([
  ["2026-11-25", false, "2026-11-25T11:30"],
  ["2026-11-25", true, "None"],
  [undefined, false, "None"],
])("on the day %s, loading: %j, it suggests %s", (day, isLoading, expected) => {
  show(<Suggestion {...(day && { day })} />, { isLoading });
  expect(screen.getByRole("status")).toHaveTextContent(expected);
});

it("offers the hours of the office, and the next morning if the day has no free time", () => {
  vi.setSystemTime(at(16, 40));
  const backend = new FakeBackend();
  backend.answer(api.jobs.getScheduledForDay, () => []);
  backend.answer(api.office.settings, () => ({
    opens_at: 8 * 60,
    closes_at: 17 * 60,
  }));
  const chosen: string[] = [];
  render(
    <ConvexProvider client={backend.asClient()}>
      <OfferedHours day="2026-11-25" onChoose={(value) => chosen.push(value)} />
    </ConvexProvider>,
  );
  expect(screen.getByText("Times from 8:00 AM to 5:00 PM")).toBeInTheDocument();
  expect(screen.getByRole("status")).toHaveTextContent("No free time is left that day.");
  screen.getByRole("button", { name: "Tomorrow 8:00 AM" }).click();
  expect(chosen).toEqual(["2026-11-26T08:00"]);
});

it.each([
  ["Crew 1", "Within an hour for Crew 1: Ruth, 10:00 AM"],
  ["crew 2", "Within an hour for crew 2: Hugo, 8:30 AM; Ruth, 10:00 AM"],
])("visits of %s collide with visits of the same crew, and of no crew", (crew, warning) => {
  const backend = new FakeBackend();
  const hugo = { ...visit("Hugo", at(8, 30)), job_estimate_crew: "Crew 2" };
  backend.answer(api.jobs.getScheduledForDay, () => [hugo, visit("Ruth", at(10))]);
  render(
    <VisitContext value={{ crew }}>
      <ConvexProvider client={backend.asClient()}>
        <NearVisits at={at(9, 15)} />
        <DayVisits day="2026-11-25" at={at(9, 15)} />
      </ConvexProvider>
    </VisitContext>,
  );
  expect(screen.getByRole("status")).toHaveTextContent(warning);
  expect(near()[0]).toContain("Hugo, 12 Oak St, Crew 2");
});

it("a visit with a length is near for all of it, and a chosen length reaches to later visits", () => {
  const backend = new FakeBackend();
  const hugo = { ...visit("Hugo", at(8)), job_estimate_length: 480 };
  backend.answer(api.jobs.getScheduledForDay, () => [hugo, visit("Ruth", at(18, 30))]);
  const open = (time: number, length?: number) =>
    render(
      <VisitContext value={{ crew: "", length }}>
        <ConvexProvider client={backend.asClient()}>
          <NearVisits at={time} />
          <DayVisits day="2026-11-25" at={time} />
          <Suggestion day="2026-11-25" />
        </ConvexProvider>
      </VisitContext>,
    );
  const said = () => screen.getAllByRole("status").map(({ textContent }) => textContent);
  const { unmount } = open(at(15, 30));
  expect(said()).toEqual(["At the same time: Hugo, 8:00 AM", "2026-11-25T16:00"]);
  expect(near()[0]).toBe("8:00 AMHugo, 12 Oak St, takes until 4 PMat the same time");
  unmount();
  open(at(16), 180);
  expect(said()).toEqual(["At the same time: Ruth, 6:30 PM", "2026-11-26T09:00"]);
});
