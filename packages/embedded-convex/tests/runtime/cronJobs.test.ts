/** Cron jobs of an engine whose clock the tests set. A restart wakes the scheduler, so no test waits for a time. */
import {
  actionGeneric,
  cronJobs,
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
  type Crons,
} from "convex/server";
import { afterEach, expect, test, vi } from "vitest";
import type { ModuleMap } from "../../src/runtime/engine";
import { openSqlite } from "../../src/store/driver";
import { temporaryFolder } from "../support/temporaryFolder";
import { type TestEngine, testEngine } from "./fixtures/testEngine";

const HOUR = 3_600_000;
const START = Date.parse("2026-11-25T10:30:00.000Z");

let now = START;
let dataDir = "";
let app: TestEngine | undefined;
/** Runs of the action `work:act` that began. */
let actions = 0;
let releaseAction: () => void = () => undefined;

afterEach(async () => {
  releaseAction();
  await app?.engine.close();
  app = undefined;
});

const insert = makeFunctionReference<"mutation">("work:insert");
const work = {
  insert: mutationGeneric(
    async (ctx, { name }: { name: string }) => void (await ctx.db.insert("runs", { name })),
  ),
  fail: mutationGeneric(async (ctx) => {
    await ctx.db.insert("runs", { name: "rolled back" });
    throw new Error("It fails.");
  }),
  names: queryGeneric(async (ctx) => {
    const runs = await ctx.db.query("runs").collect();
    return runs.map(({ name }) => String(name));
  }),
  act: actionGeneric(async () => {
    actions += 1;
    await new Promise<void>((resolve) => (releaseAction = resolve));
  }),
  jobs: queryGeneric(
    async (ctx) => (await ctx.db.system.query("_scheduled_functions").collect()).length,
  ),
};

function modulesWith(declare?: (crons: Crons) => void): ModuleMap {
  if (declare === undefined) return { work };
  const crons = cronJobs();
  declare(crons);
  return { work, crons: { default: crons } };
}

const hourly = (crons: Crons) => crons.interval("count", { hours: 1 }, insert, { name: "hour" });

/** Starts over on the same data, at another time. */
async function restart(
  declare: ((crons: Crons) => void) | undefined,
  later = 0,
): Promise<TestEngine> {
  await app?.engine.close();
  now += later;
  app = testEngine({
    dataDir,
    clock: () => now,
    modules: modulesWith(declare),
  });
  return app;
}

async function begin(declare: (crons: Crons) => void): Promise<TestEngine> {
  now = START;
  actions = 0;
  dataDir = temporaryFolder();
  return restart(declare);
}

const names = () => app!.query("work:names");

/** What is stored of each job. */
function stored(): { name: string; nextTime: number; state: unknown }[] {
  const file = openSqlite(`${dataDir}/data.db`);
  const rows = file
    .prepare("SELECT json FROM documents WHERE table_number = 544 ORDER BY row")
    .pluck()
    .all() as string[];
  file.close();
  return rows.map((row) => JSON.parse(row) as { name: string; nextTime: number; state: unknown });
}

const dueAt = (time: number) =>
  vi.waitFor(
    () =>
      expect(stored().map(({ nextTime, state }) => ({ nextTime, state }))).toEqual([
        { nextTime: time, state: { kind: "pending" } },
      ]),
    { timeout: 50_000, interval: 5 },
  );

test("an interval runs when it is declared, and its next run is an interval later", async () => {
  await begin(hourly);
  await dueAt(START + HOUR);
  expect(await names()).toEqual(["hour"]);
  expect(await app!.query("work:jobs")).toBe(0);
});

test("a job keeps its time over a restart, and runs at it once", async () => {
  await begin(hourly);
  await dueAt(START + HOUR);
  await restart(hourly, HOUR / 2);
  await restart(hourly);
  await dueAt(START + HOUR);
  expect(await names()).toEqual(["hour"]);
  await restart(hourly, HOUR / 2);
  await dueAt(START + 2 * HOUR);
  await restart(hourly);
  await dueAt(START + 2 * HOUR);
  expect(await names()).toEqual(["hour", "hour"]);
});

test("the runs that a stopped server missed are one run, and the log counts the others", async () => {
  await begin(hourly);
  await dueAt(START + HOUR);
  const { log } = await restart(hourly, 5.5 * HOUR);
  await dueAt(START + 6 * HOUR);
  expect(await names()).toEqual(["hour", "hour"]);
  expect(log.lines).toContainEqual({
    level: "warn",
    message: "runs of a cron job were skipped",
    fields: { cron: "count", skipped: 4 },
  });
});

test("a time of day that a stopped server missed runs once, at the start", async () => {
  const daily = (crons: Crons) => crons.daily("morning", { hourUTC: 8 }, insert, { name: "day" });
  await begin(daily);
  const nextMorning = Date.parse("2026-11-26T08:00:00.000Z");
  await dueAt(nextMorning);
  expect(await names()).toEqual([]);
  await restart(daily, 72 * HOUR);
  await dueAt(nextMorning + 72 * HOUR);
  expect(await names()).toEqual(["day"]);
});

test("the scheduler wakes for the next run of a job that it ran", async () => {
  const dir = temporaryFolder();
  app = testEngine({
    dataDir: dir,
    modules: modulesWith((crons) =>
      crons.interval("tick", { seconds: 1 }, insert, { name: "tick" }),
    ),
  });
  await vi.waitFor(async () => expect(((await names()) as string[]).length).toBeGreaterThan(2), {
    timeout: 50_000,
    interval: 5,
  });
});

test("a mutation that throws is rolled back, and runs again at its next time", async () => {
  const failing = (crons: Crons) =>
    crons.interval("fail", { hours: 1 }, makeFunctionReference<"mutation">("work:fail"));
  const { log } = await begin(failing);
  await dueAt(START + HOUR);
  expect(await names()).toEqual([]);
  expect(log.lines).toContainEqual(
    expect.objectContaining({ message: "scheduled function failed" }),
  );
});

const acting = (crons: Crons) =>
  crons.interval("act", { hours: 1 }, makeFunctionReference<"action">("work:act"));

test("an action runs at most once at a time, and its next time is found when it ends", async () => {
  await begin(acting);
  await vi.waitFor(() => expect(actions).toBe(1), { timeout: 50_000 });
  expect(stored()[0]?.state).toEqual({ kind: "inProgress" });
  now += 3.5 * HOUR;
  releaseAction();
  await dueAt(START + 4 * HOUR);
  expect(actions).toBe(1);
});

test("an action that a crash interrupted does not run again before its next time", async () => {
  await begin(acting);
  await vi.waitFor(() => expect(actions).toBe(1), { timeout: 50_000 });
  const crashed = temporaryFolder();
  // The data as the crash leaves it: nothing of the end of the action is stored.
  await app!.engine.copyDatabase(`${crashed}/data.db`, new AbortController().signal);
  releaseAction();
  await app!.engine.close();
  dataDir = crashed;
  now += HOUR / 2;
  await restart(acting);
  await dueAt(START + HOUR);
  expect(actions).toBe(1);
});

test("replaced modules add, change and remove jobs, and leave the others their times", async () => {
  const named = (name: string, minuteUTC: number) => (crons: Crons) =>
    crons.hourly(name, { minuteUTC }, insert, { name });
  const both = (crons: Crons) => {
    named("kept", 45)(crons);
    named("moved", 45)(crons);
  };
  const times = () => stored().map(({ name, nextTime }) => [name, nextTime]);
  await begin(both);
  const at = (minute: number) => START + (minute - 30) * 60_000;
  await vi.waitFor(
    () =>
      expect(times()).toEqual([
        ["kept", at(45)],
        ["moved", at(45)],
      ]),
    { timeout: 50_000 },
  );
  now += 60_000;
  await app!.engine.replaceModules(
    modulesWith((crons) => {
      named("kept", 45)(crons);
      named("moved", 50)(crons);
      named("added", 31)(crons);
    }),
  );
  expect(times()).toEqual([
    ["kept", at(45)],
    ["moved", at(50)],
    ["added", at(91)],
  ]);
  await app!.engine.replaceModules(modulesWith());
  expect(times()).toEqual([]);
});
