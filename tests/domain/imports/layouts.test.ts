import { expect, it } from "vitest";
import { JOB_COLUMNS, titlesOf } from "@domain/files/exports";
import { holdsDates, isOwnExport, likelyKind, suggestedTargets } from "@domain/imports/layouts";

const tableOf = (titles: readonly string[], ...rows: readonly string[][]) => ({
  titles,
  rows: rows.map((cells, at) => ({ line: at + 2, cells })),
  faults: [],
});

it.each([
  [["SKU", "Notes"], "customers"],
  [["Customer", "Address", "Total"], "jobs"],
  [["Customer", "Phone", "Status"], "jobs"],
  [["Customer", "Phone", "Notes"], "customers"],
  [["Customer", "Total"], "customers"],
  [["Active Status", "Customer", "Main Phone", "Job Status"], "customers"],
])("a file with the titles %j has %s", (titles, kind) => {
  expect(likelyKind(titles)).toBe(kind);
});

it("puts the date and the time of a quote on the estimate, and those of a job on the install", () => {
  const rest = ["Client", "Address", "Date", "Time"];
  expect(suggestedTargets(tableOf(["Quote #", ...rest]), "jobs")).toEqual([
    "job_id",
    "name",
    "address",
    "estimate_date",
    "estimate_time",
  ]);
  expect(suggestedTargets(tableOf(["Job #", ...rest]), "jobs")).toEqual([
    "job_id",
    "name",
    "address",
    "install_date",
    "install_time",
  ]);
});

it("finds the column of e-mail addresses and that of phones by what they hold", () => {
  const titles = ["Customer", "Reach", "Mail"];
  const ann = ["Ann Field", "614 555 0101", "ann@example.com"];
  const targets = (...rows: string[][]) => suggestedTargets(tableOf(titles, ...rows), "customers");
  expect(targets(ann, ["Bo Ek", "", ""])).toEqual(["name", "phone", "email"]);
  expect(targets(ann, ["Bo Ek", "at work", "none"])).toEqual(["name", "keep", "keep"]);
  // Which of two is meant is not known.
  expect(targets(["Ann Field", "6145550101", "6145550102"])).toEqual(["name", "keep", "keep"]);
});

it.each(["customers", "jobs"] as const)("keeps the other columns of %s", (kind) => {
  expect(suggestedTargets(tableOf(["Truck"]), kind)).toEqual(["keep"]);
});

it.each([
  [["5/14/2027", "", "14/5/2027 9:00 AM"], true],
  [["2027-05-14", "May 15, 2027"], true],
  [["5/14/2027", "soon"], false],
  [["45373"], false],
  [["614-555-0101"], false],
  [["", ""], false],
])("a column with the cells %j has dates: %j", (cells, isDates) => {
  const rows = cells.map((cell) => [cell]);
  expect(holdsDates(tableOf(["Booked"], ...rows), 0)).toBe(isDates);
});

it("sees that a column has dates below two hundred empty cells", () => {
  const rows = Array.from({ length: 200 }, () => [""]);
  const table = tableOf(["Booked"], ...rows, ["5/14/2027"]);
  expect(holdsDates(table, 0)).toBe(true);
});

it("knows an export of an earlier release, which ends with when a job was created", () => {
  const titles = titlesOf(JOB_COLUMNS);
  const earlier = titles.slice(0, titles.indexOf("Created") + 1);
  expect(earlier).toHaveLength(titles.length - 8);
  expect(isOwnExport(earlier)).toBe(true);
  expect(isOwnExport(titlesOf(JOB_COLUMNS))).toBe(true);
  expect(isOwnExport(earlier.slice(1))).toBe(false);
});
