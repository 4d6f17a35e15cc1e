import { expect, it } from "vitest";
import type { Id } from "@convex/_generated/dataModel";
import { savedJobs } from "@/job/savedJobList";
import { aJob, FRIDAY_2_PM } from "../../support/builders";

const AT = { now: FRIDAY_2_PM, office: {} };

const JOBS = [
  aJob({ _id: "old" as Id<"jobs">, job_notes: "Gate code 4417" }),
  aJob({
    _id: "new" as Id<"jobs">,
    _creationTime: FRIDAY_2_PM + 1,
    customer_name: "Bob Stone",
    job_status: "called",
  }),
];

it("an estimate whose visit was within the week does not count as stale", () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  const jobs = [6, 8].map((days) =>
    aJob({
      _id: `${days} days ago` as Id<"jobs">,
      _creationTime: FRIDAY_2_PM - 30 * DAY_MS,
      job_status: "estimate_sent",
      job_estimate_date: FRIDAY_2_PM - days * DAY_MS,
    }),
  );
  const view = { search: "is:stale", status: null, sort: "nearest" } as const;
  expect(savedJobs(jobs, view, AT).map(({ _id }) => _id)).toEqual(["8 days ago"]);
});

it("lists the saved jobs of a crew by its present name", () => {
  const jobs = ["Crew 1", "crew 2"].map((job_install_crew) =>
    aJob({ _id: job_install_crew as Id<"jobs">, job_install_crew }),
  );
  const office = { crews: [{ key: "crew 2", name: "North" }] };
  const found = (search: string) =>
    savedJobs(jobs, { search, status: null, sort: "created_asc" }, { ...AT, office }).map(
      ({ _id }) => _id,
    );
  expect(found("crew:north")).toEqual(["crew 2"]);
  expect(found("crew:1")).toEqual(["Crew 1"]);
  expect(found("crew:1 nobody")).toEqual([]);
});

it.each([
  [{}, ["new", "old"]],
  [{ sort: "created_asc" as const }, ["old", "new"]],
  [{ status: "called" as const }, ["new"]],
  [{ search: "sto bob" }, ["new"]],
  [{ search: "gate" }, ["old"]],
  [{ search: "555-010-0001" }, ["new", "old"]],
  [{ search: "nobody" }, []],
])("lists the saved jobs of the view %j", (view, expected) => {
  const all = {
    search: "",
    status: null,
    sort: "created_desc",
    ...view,
  } as const;
  expect(savedJobs(JOBS, all, AT).map(({ _id }) => _id)).toEqual(expected);
});
