import { expect, it } from "vitest";
import { nextFreeTime, visitEndLine, visitTimes, withoutVisitEnd } from "@domain/job/visitTimes";

const at = (hour: number, minute = 0) => new Date(2026, 10, 24, hour, minute).getTime();
const next = (now: number, visits: readonly number[]) =>
  nextFreeTime(
    visitTimes("2026-11-24", now, {
      visits: visits.map((start) => ({ at: start })),
    }),
  );

it.each([
  ["an empty day to come", at(-20), [], "09:00"],
  ["today at 10:10 AM", at(10, 10), [], "10:30"],
  ["today at half past", at(10, 30), [], "10:30"],
  ["a visit at 9:30 AM", at(-20), [at(9, 30)], "11:00"],
  ["visits through the morning", at(8), [at(9), at(11), at(12, 45)], "14:00"],
  ["a day that is over", at(21), [], undefined],
  ["a day that is full", at(0), Array.from({ length: 12 }, (_, hour) => at(9 + hour)), undefined],
])("the next free half hour of %s is right", (_, now, visits, time) => {
  expect(next(now, visits)).toBe(time);
});

it("offers every half hour from 6:00 AM to 8:00 PM", () => {
  const times = visitTimes("2026-11-24", at(0), { visits: [] }).map(({ time }) => time);
  expect(times.slice(0, 2)).toEqual(["06:00", "06:30"]);
  expect(times.at(-1)).toBe("20:00");
  expect(times).toHaveLength(29);
});

it.each([
  ["8 AM to 5 PM", [480, 1020], ["08:00", "17:00"], [at(7), "08:00"]],
  ["7:15 AM to 4:45 PM", [435, 1005], ["07:30", "16:30"], [at(7), "07:30"]],
  ["noon to midnight", [720, 1440], ["12:00", "23:30"], [at(23), "23:00"]],
  ["8 AM to 5 PM, at 4:40 PM", [480, 1020], ["08:00", "17:00"], [at(16, 40), undefined]],
  ["none, as it closes before it opens", [1020, 480], ["06:00", "20:00"], [at(7), "09:00"]],
] as const)(
  "offers the hours of an office, and suggests no time at which it closes: %s",
  (_, [opens_at, closes_at], ends, [now, suggested]) => {
    const office = { opens_at, closes_at };
    const times = visitTimes("2026-11-24", now, { visits: [], office });
    expect([times.at(0)?.time, times.at(-1)?.time]).toEqual(ends);
    expect(nextFreeTime(times)).toBe(suggested);
  },
);

it("marks times that are over, and times within an hour of a visit", () => {
  const times = visitTimes("2026-11-24", at(7), { visits: [{ at: at(10) }] });
  const of = (test: "isPast" | "isNear") =>
    times.filter((each) => each[test]).map(({ time }) => time);
  expect(of("isPast")).toEqual(["06:00", "06:30"]);
  expect(of("isNear")).toEqual(["09:00", "09:30", "10:00", "10:30", "11:00"]);
});

it.each([
  ["after an install until 4 PM", [{ at: at(8), length: 480 }], undefined, "16:00"],
  ["after a short visit at 9 AM", [{ at: at(9), length: 30 }], undefined, "09:30"],
  ["of three hours before a visit at 11:30 AM", [{ at: at(11, 30) }], 180, "13:00"],
  ["of three hours before a visit at noon", [{ at: at(12) }], 180, "09:00"],
])("the next free time is right %s", (_, visits, length, time) => {
  const times = visitTimes("2026-11-24", at(-20), { visits, length });
  expect(nextFreeTime(times)).toBe(time);
});

it("finds the end that earlier releases wrote into notes, and removes it with its line", () => {
  const notes = "Gate code 4\nInstall until 2:30 PM\nDog";
  expect(visitEndLine(notes, "job_install_date")).toBe("Install until 2:30 PM");
  expect(visitEndLine(notes, "job_estimate_date")).toBeNull();
  expect(withoutVisitEnd(notes, "job_install_date")).toBe("Gate code 4\nDog");
  expect(withoutVisitEnd(notes, "job_estimate_date")).toBe(notes);
  expect(withoutVisitEnd("Install until 2:30 PM", "job_install_date")).toBe("");
  expect(visitEndLine("Install until 2:30 PM, then lunch", "job_install_date")).toBeNull();
});
