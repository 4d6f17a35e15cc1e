import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { historyText } from "@domain/history/historyText";
import { LENGTH_OUT_OF_RANGE } from "@domain/job/jobInput";
import { aNewJob } from "../support/builders";
import { openForTwo, refusalOf } from "../support/convexHarness";

const MINUTE = 60_000;
const SPANS = { job_estimate_window: 120, job_install_length: 480 };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("the calendar and a phone's copy have the length and the window of a job's visits", async () => {
  const { anna } = openForTwo();
  const id = await anna.mutation(api.jobs.create, {
    ...aNewJob(),
    ...{ job_install_date: Date.now(), job_install_length: 60 },
  });
  await anna.mutation(api.jobs.update, { id, ...SPANS });
  const range = { from: Date.now() - 1, until: Date.now() + 1 };
  expect(await anna.query(api.jobs.listDates, { range })).toMatchObject([SPANS]);
  const copy = await anna.query(api.jobs.forDevice, range);
  expect(copy.jobs).toMatchObject([SPANS]);
});

it("a visit that another page moves keeps its length, and two people who change start and length keep both", async () => {
  const { anna } = openForTwo();
  const from = Date.now();
  const id = await anna.mutation(api.jobs.create, {
    ...aNewJob(),
    ...{ job_install_date: from, ...SPANS },
  });
  const to = from + 3 * 24 * 60 * MINUTE;
  await anna.mutation(api.jobs.moveVisits, {
    visits: [{ id, field: "job_install_date", from, to }],
  });
  await anna.mutation(api.jobs.update, { id, job_install_length: 1980 });
  expect(await anna.query(api.jobs.get, { id })).toMatchObject({
    job_install_date: to,
    job_install_length: 1980,
  });
});

it("the history says lengths in words, and an undo takes one back", async () => {
  const { anna } = openForTwo();
  const id = await anna.mutation(api.jobs.create, { ...aNewJob(), ...SPANS });
  vi.advanceTimersByTime(5 * MINUTE);
  await anna.mutation(api.jobs.update, {
    id,
    ...{ job_install_length: 90, job_estimate_window: null },
  });
  const [last] = await anna.query(api.changes.recent, {});
  expect(historyText(last!, String)).toEqual(
    expect.arrayContaining(["Install length: 8 h → 1 h 30 min", "Estimate window: 2 h → empty"]),
  );
  await anna.mutation(api.changes.undo, { id: last!._id as never });
  expect(await anna.query(api.jobs.get, { id })).toMatchObject(SPANS);
});

it.each([0, 14 * 1440 + 1, 1.5, -60, Number.NaN])(
  "a length of %d minutes is refused at the field",
  async (job_install_length) => {
    const { anna } = openForTwo();
    const made = anna.mutation(api.jobs.create, {
      ...aNewJob(),
      job_install_length,
    });
    expect(await refusalOf(made)).toMatchObject({
      field: "job_install_length",
      message: LENGTH_OUT_OF_RANGE,
    });
  },
);
