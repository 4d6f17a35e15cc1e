import { act, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import type { CalendarEntry } from "@domain/job/calendar";
import { FIELDS } from "@domain/calls/fields";
import { openVisitsOf } from "@domain/job/visits";
import { useMarkVisit } from "@/features/schedule/useMarkVisit";
import { useMoves } from "@/features/schedule/moves/useMoves";
import { useJobActions } from "@/features/palette/useJobActions";
import { useJobLine } from "@/features/palette/useJobLine";
import { aJob } from "../../support/builders";
import { A_UUID, expectCall } from "../../support/expectCall";
import { FakeBackend } from "../../support/fakeBackend";
import { renderUnsent } from "../../support/unsentPage";

const at = (day: number, hours: number) => new Date(2026, 10, day, hours).getTime();

const JOB = aJob({
  clientKey: "key1",
  job_estimate_date: at(20, 9),
  job_install_date: at(24, 14),
  job_status: "approved",
});
const SUBJECT = { key: "key1", label: "12 Oak St", customer: "Ann Field" };

/** As the calendars show a visit of the job. */
const aVisit = (type: CalendarEntry["type"]): CalendarEntry => ({
  ...{ type, date: "2026-11-20", name: "Ann Field", end: null },
  ...{ jobId: "job1", clientKey: "key1", address: "12 Oak St" },
  at: type === "estimate" ? at(20, 9) : at(24, 14),
});

beforeEach(() => {
  vi.useFakeTimers({ now: at(19, 8), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

it("a marked visit sends the status alone, and only forwards", async () => {
  const { current, sent, expectUndo } = await renderUnsent(useMarkVisit);
  act(() => current()(JOB, "completed"));
  expectCall("jobs.update", await sent(), {
    args: { id: "key1", job_status: "completed", isForward: true },
    base: { job_status: "approved" },
    subject: SUBJECT,
    field: "job_status",
    label: "Status",
  });
  expectUndo("Marked as Install Complete");
});

it("the command that marks the found job sends the next status", async () => {
  const { current, sent } = await renderUnsent(() =>
    useJobActions({ openId: null, found: JOB }, vi.fn()),
  );
  const entries = current()?.entries ?? [];
  act(() => entries.find(({ id }) => id === "do mark")?.choose());
  expectCall("jobs.update", await sent(), {
    args: { id: "key1", job_status: "install_scheduled" },
    base: { job_status: "approved" },
    subject: SUBJECT,
    field: "job_status",
    label: "Status",
  });
});

describe("a moved visit", () => {
  it.each([
    ["estimate", "job_estimate_date", at(20, 9), at(27, 9)],
    ["install", "job_install_date", at(24, 14), at(27, 14)],
  ] as const)(
    "a dragged %s sends its new time with the time that the person saw",
    async (type, field, seen, to) => {
      const { current, sent, expectUndo } = await renderUnsent(useMoves);
      act(() => current().moveToDay(aVisit(type), "2026-11-27"));
      expectCall("jobs.update", await sent(), {
        args: { id: "key1", [field]: to, isMove: true },
        base: { [field]: seen },
        subject: SUBJECT,
        field,
        label: FIELDS[field].label,
      });
      expectUndo("Moved to Friday, Nov 27, 26");
    },
  );

  it("a visit of the week sends its new time with the time that the person saw", async () => {
    const { current, sent, expectUndo } = await renderUnsent(useMoves);
    const entry = aVisit("install");
    act(() => current().moveToTime({ kind: "visit", entry }, at(25, 10)));
    expectCall("jobs.update", await sent(), {
      args: { id: "key1", job_install_date: at(25, 10), isMove: true },
      base: { job_install_date: at(24, 14) },
      subject: SUBJECT,
      field: "job_install_date",
      label: "Install date",
    });
    expectUndo("Moved to Wed, Nov 25, 26, 10:00 AM");
  });

  it("a job of the tray gets its first time, and by a button of the toast its status", async () => {
    const { current, sent, toasts } = await renderUnsent(useMoves);
    const { job_install_date: _none, ...job } = JOB;
    const moved = { kind: "job", job, type: "install" } as const;
    act(() => current().moveToTime(moved, at(25, 10)));
    expectCall("jobs.update", await sent(), {
      args: { id: "key1", job_install_date: at(25, 10), isMove: true },
      base: { job_install_date: null },
      subject: SUBJECT,
      field: "job_install_date",
      label: "Install date",
    });
    const [{ options: { cancel } } = { options: {} }] = toasts;
    act(() => (cancel as unknown as { onClick: () => void }).onClick());
    expectCall("jobs.update", await sent(), {
      args: { id: "key1", job_status: "install_scheduled" },
      base: { job_status: "approved" },
      subject: SUBJECT,
      field: "job_status",
      label: "Status",
    });
  });
});

const OTHER = aJob({
  _id: "job2" as Id<"jobs">,
  job_install_date: at(20, 11),
  job_status: "approved",
});

it("the visits of a day move in one call, each with its previous time, after the changes of their jobs", async () => {
  const { current, sent, expectUndo } = await renderUnsent(useMoves);
  const move = {
    day: "2026-11-20",
    target: "2026-11-27",
    visits: [
      { job: JOB, type: "estimate", at: at(20, 9) },
      { job: OTHER, type: "install", at: at(20, 11) },
    ] as const,
  };
  act(() => current().moveDay(move));
  expectCall("jobs.moveVisits", await sent(), {
    args: {
      visits: [
        {
          ...{ id: "key1", field: "job_estimate_date" },
          ...{ from: at(20, 9), to: at(27, 9) },
        },
        {
          ...{ id: "job2", field: "job_install_date" },
          ...{ from: at(20, 11), to: at(27, 11) },
        },
      ],
    },
    subject: { key: "day 2026-11-20", label: "Friday, Nov 20, 26" },
    needs: ["key1", "job2"],
    field: null,
    label: "2 visits moved to Friday, Nov 27, 26",
  });
  expectUndo("2 visits moved to Friday, Nov 27, 26");
});

it("the visits of selected jobs move in one call, each with its previous time", async () => {
  const { current, sent } = await renderUnsent(useMoves);
  const visits = openVisitsOf([JOB, OTHER], "install");
  act(() => void current().moveJobs(visits, "2026-11-27"));
  expectCall("jobs.moveVisits", await sent(), {
    args: {
      visits: [
        {
          ...{ id: "job2", field: "job_install_date" },
          ...{ from: at(20, 11), to: at(27, 11) },
        },
        {
          ...{ id: "key1", field: "job_install_date" },
          ...{ from: at(24, 14), to: at(27, 14) },
        },
      ],
    },
    subject: { key: "selected jobs", label: "2 visits" },
    needs: ["job2", "key1"],
    field: null,
    label: "2 visits moved to Friday, Nov 27, 26",
  });
});

it("a line that is booked at once creates the job and its customer in one call", async () => {
  const backend = new FakeBackend();
  backend.answer(api.customers.search, () => []);
  const typed = "cy young 6145559876 88 elm st columbus tue nov 24 10a $450";
  const { current, sent } = await renderUnsent(() => useJobLine(typed, vi.fn()), { backend });
  await waitFor(() => expect(current()?.reason).toBeNull());
  act(() => current()?.entries.at(-1)?.choose());
  const calls = await sent();
  const { creates } = calls[0] ?? {};
  expect(creates).toEqual(A_UUID);
  expectCall("jobs.create", calls, {
    args: {
      clientKey: creates,
      job_address: "88 Elm St",
      job_city: "Columbus",
      jobs_price: 450,
      job_estimate_date: at(24, 10),
      job_status: "lead",
      customer: { customer_name: "Cy Young", customer_phone: "6145559876" },
    },
    creates: creates!,
    subject: { key: creates!, label: "88 Elm St", customer: "Cy Young" },
    field: null,
    label: "New job",
  });
});
