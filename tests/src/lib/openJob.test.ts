import type { NavigateOptions } from "@tanstack/react-router";
import { afterEach, expect, it } from "vitest";
import { openJob } from "@/lib/openJob";

afterEach(() => window.history.replaceState(null, "", "/"));

/** Where a job is opened from a page with this search. */
function openedFrom(path: string, before: object) {
  window.history.replaceState(null, "", path);
  const went: NavigateOptions[] = [];
  openJob("job-1", (options) => went.push(options));
  const [{ to, search } = {}] = went;
  return [to, (search as unknown as (newest: object) => object)(before)];
}

it("opens a job over the day of the dashboard that is on screen", () => {
  const before = { date: "2026-11-20", job: "job-2", view: "x" };
  expect(openedFrom("/dashboard", before)).toEqual([
    "/dashboard",
    { date: "2026-11-20", job: "job-1" },
  ]);
});

it.each(["/jobs", "/calendar"])(
  "opens a job from %s over the list of jobs, in place of a customer's dialog",
  (path) => {
    const before = { customer: "C1", job: "job-2", view: "x" };
    expect(openedFrom(path, before)).toEqual([
      "/jobs",
      { customer: undefined, job: "job-1", view: "x" },
    ]);
  },
);
