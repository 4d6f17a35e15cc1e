import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { VALID_UNTIL_MALFORMED } from "@domain/changes/noteEstimate";
import { NOT_UNDOABLE } from "@domain/history/history";
import { historyText } from "@domain/history/historyText";
import { aNewJob } from "../support/builders";
import { gone, NOT_SIGNED_IN, openForTwo, refusalOf, type Caller } from "../support/convexHarness";

const MINUTE = 60_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const CHOICE = {
  shows: "rows" as const,
  ...{ hasPicture: true, validUntil: "2026-12-26" },
  notes: "We start in May.",
};
const HANDED = {
  ...CHOICE,
  estimateRows: ["120 ft Gutter: $1,140.00", "Haul away: $350.00"],
  total: "$1,490.00",
};

interface Noted {
  readonly message?: "estimate" | "estimate_draft";
  readonly total?: string;
  readonly notes?: string;
  readonly validUntil?: string;
  readonly deviceAt?: number;
}

const note = async (caller: Caller, id: string, sent: Noted = {}) =>
  await caller.mutation(api.messages.noteEstimate, {
    ...{ id, message: "estimate", ...HANDED, intentId: crypto.randomUUID() },
    ...sent,
  });

const lastOf = async (caller: Caller, id: string) =>
  await caller.query(api.messages.lastEstimate, { id });

async function openWithJob() {
  const office = openForTwo();
  const customer = { customer_name: "Ruth Okafor" };
  const id = await office.anna.mutation(api.jobs.create, aNewJob({ customer }));
  const linesOf = async () =>
    (await office.anna.query(api.changes.recent, {}))
      .filter(({ kind }) => kind === "messages.noteEstimate")
      .map((entry) => historyText(entry, String));
  return { ...office, id, linesOf };
}

it("keeps what an estimate said when it was opened, and what was chosen for it", async () => {
  const { anna, id, linesOf } = await openWithJob();
  expect(await lastOf(anna, id)).toEqual({ choice: null, opened: null });
  await note(anna, id);
  expect(await linesOf()).toEqual([
    [
      "Opened the estimate for Ruth Okafor: $1,490.00",
      ...["120 ft Gutter: $1,140.00", "Haul away: $350.00"],
    ],
  ]);
  const { choice, opened } = await lastOf(anna, id);
  expect(choice).toEqual(CHOICE);
  expect(opened?.total).toBe("$1,490.00");
  expect(opened?.at).toBeCloseTo(Date.now(), 0);
});

it("keeps notes that were only written, and records no estimate as opened", async () => {
  const { anna, id, linesOf } = await openWithJob();
  await note(anna, id, { message: "estimate_draft", notes: "In June." });
  expect(await linesOf()).toEqual([
    [
      "Wrote the estimate for Ruth Okafor: $1,490.00",
      ...["120 ft Gutter: $1,140.00", "Haul away: $350.00"],
    ],
  ]);
  expect(await lastOf(anna, id)).toEqual({
    choice: { ...CHOICE, notes: "In June." },
    opened: null,
  });
});

it.each([
  ["estimate", "estimate_draft", "Later."],
  ["estimate_draft", "estimate", "Later."],
] as const)("returns the choices of the later of %s and %s", async (first, second, notes) => {
  const { anna, id } = await openWithJob();
  await note(anna, id, { message: first, notes: "Earlier." });
  vi.advanceTimersByTime(MINUTE);
  await note(anna, id, { message: second, notes });
  const { choice, opened } = await lastOf(anna, id);
  expect(choice?.notes).toBe("Later.");
  expect(opened?.total).toBe("$1,490.00");
});

it("an estimate opened twice within five minutes is one entry, with the content of the second time", async () => {
  const { anna, id, linesOf } = await openWithJob();
  await note(anna, id);
  vi.advanceTimersByTime(4 * MINUTE);
  await note(anna, id, { total: "$1,500.00" });
  expect((await linesOf()).map(([line]) => line)).toEqual([
    "Opened the estimate for Ruth Okafor: $1,500.00",
  ]);
  vi.advanceTimersByTime(6 * MINUTE);
  await note(anna, id, { total: "$1,600.00" });
  expect((await linesOf()).map(([line]) => line)).toEqual([
    "Opened the estimate for Ruth Okafor: $1,600.00",
    "Opened the estimate for Ruth Okafor: $1,500.00",
  ]);
});

it("returns when an estimate was opened without signal", async () => {
  const { anna, id } = await openWithJob();
  const deviceAt = Date.now() - 60 * MINUTE;
  await note(anna, id, { deviceAt });
  expect((await lastOf(anna, id)).opened?.at).toBe(deviceAt);
});

it("changes no row, cannot be undone, and is noted once for one intent", async () => {
  const { anna, id, linesOf } = await openWithJob();
  const before = await anna.query(api.jobs.get, { id });
  const call = {
    ...({ id, message: "estimate", ...HANDED } as const),
    intentId: crypto.randomUUID(),
  };
  await anna.mutation(api.messages.noteEstimate, call);
  await anna.mutation(api.messages.noteEstimate, call);
  expect(await linesOf()).toHaveLength(1);
  expect(await anna.query(api.jobs.get, { id })).toEqual(before);
  const [entry] = await anna.query(api.changes.recent, {});
  const undo = anna.mutation(api.changes.undo, { id: entry!._id as never });
  expect(await refusalOf(undo)).toMatchObject({ message: NOT_UNDOABLE });
});

it("refuses an invalid day, the job of another office, and a caller who is signed out", async () => {
  const { t, anna, bo, id } = await openWithJob();
  for (const validUntil of ["2026-02-30", "soon", ""])
    expect(await refusalOf(note(anna, id, { validUntil }))).toMatchObject({
      ...{ field: "validUntil", message: VALID_UNTIL_MALFORMED },
    });
  await note(anna, id);
  expect(await refusalOf(note(bo, id))).toEqual(gone("job", "id"));
  expect(await lastOf(bo, id)).toEqual({ choice: null, opened: null });
  expect(await refusalOf(note(t as never, id))).toEqual(NOT_SIGNED_IN);
});
