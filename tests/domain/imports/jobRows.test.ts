import { expect, it } from "vitest";
import { leftoverText } from "@domain/imports/leftoverNotes";
import { importRecords } from "../../support/importRows";
import { inZone } from "../../support/zones";

const at = (month: number, date: number, hour = 9, minute = 0) =>
  new Date(2026, month - 1, date, hour, minute).getTime();

/** The row of a job whose cells stand under these titles. It is imported on June 17, 2026. */
const jobOf = (cells: Readonly<Record<string, string>>) =>
  importRecords(
    [
      ["Customer", "Address", ...Object.keys(cells)],
      ["Ann Field", "12 Elm St", ...Object.values(cells)],
    ],
    { kind: "jobs" },
  ).rows[0];

const keptOf = (row: ReturnType<typeof jobOf>) => row?.leftovers.map(leftoverText);

it("takes the time of a visit from its date, else from the column of times", () => {
  const times = { "Estimate time": "8:15 AM", "Install time": "1:30 PM" };
  expect(jobOf({ Estimate: "5/2/2026", Install: "5/14/2026", ...times })).toMatchObject({
    job_estimate_date: at(5, 2, 8, 15),
    job_install_date: at(5, 14, 13, 30),
  });
  expect(jobOf({ Install: "5/14/2026 7:45 AM", ...times })).toMatchObject({
    job_install_date: at(5, 14, 7, 45),
  });
});

it.each([
  [{ Install: "5/14/2026 9-11" }, []],
  [{ Install: "5/14/2026 10 PM - 2 AM" }, ["Install: 5/14/2026 10 PM - 2 AM"]],
  [{ Install: "5/14/2026 Morning" }, ["Install: 5/14/2026 Morning"]],
  [{ Install: "5/14/2026 7 AM", "Install time": "8 AM" }, ["Install time: 8 AM"]],
  [{ Install: "5/14/2026 8 AM", "Install time": "8:00" }, []],
  [{ Install: "", "Install time": "8 AM" }, ["Install time: 8 AM"]],
  [{ "Completed date": "7/1/2026" }, ["Completed date: 7/1/2026"]],
])("the visit in %j keeps %j beside it", (cells, kept) => {
  expect(keptOf(jobOf({ Status: "Called", ...cells }))).toEqual(kept);
});

it.each([
  [{ Install: "5/14/2026 9-11" }, { job_install_window: 120 }],
  [{ Estimate: "5/14/2026", "Estimate time": "1-3 PM" }, { job_estimate_window: 120 }],
  [{ Install: "5/14/2026", "Install time": "8:15-9" }, { job_install_window: 45 }],
])("the window in %j is promised: %j", (cells, window) => {
  expect(jobOf(cells)).toMatchObject({ ...window, leftovers: [] });
});

it.each([
  [{ Install: "5/14/2026 8 AM", "Arrival window": "8-10" }, 120, []],
  [{ Install: "5/14/2026", "Arrival window": "8:00 AM - 10:00 AM" }, 120, []],
  [{ Install: "5/14/2026 11 PM", "Install window": "11:00 PM to 1:00 AM" }, 120, []],
  [
    { Install: "5/14/2026 9-11", "Install window": "8-10" },
    120,
    ["Install window: 8:00 AM to 10:00 AM"],
  ],
  [
    { Install: "5/14/2026 8 AM", "Install window": "morning" },
    undefined,
    ["Install window: morning"],
  ],
  [
    { Install: "", "Install window": "8-10", "Install end": "4 PM" },
    undefined,
    ["Install end: 4 PM", "Install window: 8-10"],
  ],
])("the column of windows in %j: %j minutes, beside it %j", (cells, window, kept) => {
  const job = jobOf(cells);
  expect(job?.kind === "jobs" && job.job_install_window).toBe(window);
  expect(keptOf(job)).toEqual(kept);
});

it.each([
  ["2026-05-14 16:00", 480, []],
  ["4 PM", 480, []],
  ["5/15/2026 12:00 AM", 16 * 60, []],
  ["5/15/2026 4 PM (or later)", 1920, ["Install end: 5/15/2026 4 PM (or later)"]],
  ["5/16/2026", undefined, ["Install end: 5/16/2026"]],
  ["2026-05-14 07:00", undefined, ["Install end: 2026-05-14 07:00"]],
  ["5/30/2026 4 PM", undefined, ["Install end: 5/30/2026 4 PM"]],
  ["by noon", undefined, ["Install end: by noon"]],
])("an install at 8 AM that ends at %j takes %j minutes, beside it %j", (end, length, kept) => {
  const job = importRecords(
    [
      ["Customer", "Address", "Install", "Install end"],
      ["Ann Field", "12 Elm St", "5/14/2026 8 AM", end],
      ["Jo Park", "4 Oak Ct", "5/14/2026 8 AM", "5/14/2026 9 AM"],
    ],
    { kind: "jobs" },
  ).rows[0];
  expect(job?.kind === "jobs" && job.job_install_length).toBe(length);
  expect(keptOf(job)).toEqual(kept);
});

it("reads who makes each visit, and keeps a list that is too long for a crew", () => {
  const everyone = "Ann, Bob, Carl, ".repeat(5).trim();
  expect(jobOf({ "Estimate crew": "Lee\nPark", "Assigned to": everyone })).toMatchObject({
    job_estimate_crew: "Lee, Park",
    leftovers: [{ label: "Assigned to", text: everyone }],
  });
  expect(jobOf({ Status: "Called", Crew: "-" })).not.toHaveProperty("job_install_crew");
});

it("reads a length and a window without a start, and keeps any other end", () => {
  expect(jobOf({ "Install end": "48 h 30 min", "Install window": "90 min" })).toMatchObject({
    job_install_length: 2910,
    job_install_window: 90,
    leftovers: [],
  });
  expect(keptOf(jobOf({ "Install end": "400 h", "Estimate end": "noon" }))).toEqual([
    "Estimate end: noon",
    "Install end: 400 h",
  ]);
});

it.each([
  ["0", 0, []],
  ["60", 60, []],
  ["61", undefined, ["Due again after (months): 61"]],
  ["6 or 12", undefined, ["Due again after (months): 6 or 12"]],
])("a job that is due again after %j months has %j, beside it %j", (months, own, kept) => {
  const job = jobOf({ "Due again after (months)": months, "Due again": "5/14/2027 9 AM" });
  if (job?.kind !== "jobs") throw new Error(job?.kind);
  expect(job.job_due_months).toBe(own);
  expect(job.job_due_date).toBe(new Date(2027, 4, 14, 9).getTime());
  expect(keptOf(job)).toEqual(kept);
});

it("keeps a window over the hour that the clock skips beside the job", () => {
  inZone("America/New_York", () => {
    const { leftovers } = jobOf({ Install: "3/8/2026 2:30-4 AM" })!;
    expect(leftovers).toEqual([{ label: "Install window", text: "2:30 AM to 4:00 AM" }]);
  });
});

const VISITS = { Estimate: "5/2/2026", Install: "5/14/2026" };

it.each([
  ["Install Complete", { "Completed date": "5/20/2026" }, at(5, 20)],
  ["Install Complete", {}, at(5, 14)],
  ["Install Complete", { "Completed date": "7/1/2026" }, at(5, 14)],
  ["Estimate Delivered", {}, at(5, 2)],
  ["Estimate Delivered", { Estimate: "" }, at(5, 14)],
  ["Install Complete", { Install: "" }, at(5, 2)],
  ["Approved", { Install: "6/18/2026" }, undefined],
])("a job with the status %s and %j has it since %j", (Status, cells, since) => {
  const job = jobOf({ Status, ...VISITS, ...cells });
  expect(job?.kind === "jobs" && job.statusChangedAt).toBe(since);
});

it.each([
  [VISITS, "completed"],
  [{ Estimate: "5/2/2026", Install: "6/18/2026" }, "lead"],
  [{}, "lead"],
])("a job without a status and with %j is imported as %s", (cells, status) => {
  expect(jobOf(cells)).toMatchObject({ job_status: status });
});

it("keeps the categories that are not ours beside the job", () => {
  expect(jobOf({ Categories: "Gutter cleaning; Roofing, trim replace|Windows" })).toMatchObject({
    job_categories: ["Gutter cleaning", "Trim Replace"],
    leftovers: [{ label: "Categories", text: "Roofing; Windows" }],
  });
});
