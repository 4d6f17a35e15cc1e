import { expect, it } from "vitest";
import { importRecords } from "../../support/importRows";

const TITLES = ["Customer", "Address", "Install", "Status"];

it("lists the faults of a file in its order, those of the table among those of the rows", () => {
  const { rows, faults } = importRecords([
    TITLES,
    ["Ann Field", "", "", "Called"],
    ["Bo Ek", "9 Oak St", "", "Called", "more"],
    ["Cy Li", "2 Elm St", "", "Called"],
    ["", "4 Elm St", "", "Called"],
  ]);
  expect(rows.map(({ line }) => line)).toEqual([4]);
  expect(faults.map(({ line }) => line)).toEqual([2, 3, 5]);
});

it("lists the statuses that are not ours, the most frequent first", () => {
  const { statuses } = importRecords([
    TITLES,
    ...["Called", "Upcoming", "On hold", "On hold"].map((status, at) => [
      "Ann Field",
      `${at} Elm St`,
      "",
      status,
    ]),
  ]);
  expect(statuses).toEqual([
    { text: "On hold", count: 2, status: "lead" },
    { text: "Upcoming", count: 1, status: "install_scheduled" },
  ]);
});

it("reads all dates in the order that one of them shows, unless the person chose another one", () => {
  const records = [
    TITLES,
    ["Ann Field", "12 Elm St", "03/04/2026", "Called"],
    ["Bo Ek", "9 Oak St", "14/05/2026", "Called"],
  ];
  const read = importRecords(records);
  expect([read.dates, read.dateOrder]).toEqual(["day", "day"]);
  expect(read.rows[0]).toMatchObject({
    job_install_date: new Date(2026, 3, 3, 9).getTime(),
  });
  const chosen = importRecords(records, { dateOrder: "month" });
  expect(chosen.dateOrder).toBe("month");
  expect(chosen.rows[0]).toMatchObject({
    job_install_date: new Date(2026, 2, 4, 9).getTime(),
  });
  expect(chosen.faults).toMatchObject([{ line: 3, column: "Install" }]);
});
