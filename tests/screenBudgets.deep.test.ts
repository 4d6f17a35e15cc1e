/**
 * What each open screen reads and receives, what it loads ahead included, and which open screens an edit runs again, at
 * eight visits a day. Names and notes have accents. The amounts must not depend
 * on how many jobs the office has.
 */
import { isDeepStrictEqual } from "node:util";
import type { JSONValue } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  addMonths,
  dayRange,
  monthGrid,
  monthOf,
  type MonthKey,
  nextDay,
  previousDay,
  weekOf,
} from "@domain/dates/days";
import {
  type CallMeasure,
  type Engine,
  IN_MEMORY,
  openEngine,
} from "../packages/embedded-convex/src/runtime/engine";
import { touches } from "../packages/embedded-convex/src/runtime/readSet";
import {
  memoryBlobs,
  memoryLog,
  valueOf,
} from "../packages/embedded-convex/tests/runtime/fixtures/testEngine";
import { loadModules } from "../server/modules";
import { callerAs } from "./support/callers";

/** Both are divisible by the visits of a day. The workflow of every night sets a larger second office. */
const OFFICES = [1_000, Number(process.env.OFFICE_JOBS ?? 4_000)];
const VISITS_A_DAY = 8;
const DAY_MS = 86_400_000;
const SLOW_MS = 900_000;
const TODAY = "2026-06-17";
const NOON = dayRange(TODAY).from + DAY_MS / 2;
const CALLER = callerAs("user_1", "org_1");

type Subscription = readonly [udfPath: string, args: JSONValue];

const dayOf = (day: string): Subscription => {
  const { from, until } = dayRange(day);
  return ["jobs:getScheduledForDay", { dayStart: from, dayEnd: until }];
};

const lastingInto = (day: string): Subscription => ["jobs:listLasting", { at: dayRange(day).from }];
const PHONE_DAY = [
  dayOf(TODAY),
  lastingInto(TODAY),
  dayOf(previousDay(TODAY)),
  dayOf(nextDay(TODAY)),
];
const weeksOf = (month: MonthKey) =>
  monthGrid(month).map((week): Subscription => {
    const { from } = dayRange(week[0]!);
    const { until } = dayRange(week.at(-1)!);
    return ["jobs:listDates", { range: { from, until } }];
  });
const CALENDAR = weeksOf(monthOf(TODAY));
/** Those of the next month that the month on screen has not. */
const AHEAD = weeksOf(addMonths(monthOf(TODAY), 1)).filter(
  (week) => !CALENDAR.some((shown) => isDeepStrictEqual(shown, week)),
);
/** The week of today: 56 visits. */
const WEEK: Subscription = [
  "jobs:listDates",
  {
    range: {
      from: dayRange(weekOf(TODAY)[0]!).from,
      until: dayRange(weekOf(TODAY)[6]!).until,
    },
  },
];
const SETTINGS: Subscription = ["office:settings", {}];
const DUE = { now: NOON - 7 * DAY_MS };
const TRAY = [
  ...["undated", "unscheduled", "stale"].map((kind): Subscription => [
    "jobs:listWaiting",
    { kind, deliveredBefore: NOON - 14 * DAY_MS },
  ]),
  ["jobs:listDue", { ...DUE, paginationOpts: { numItems: 20, cursor: null, id: 1 } }],
  ["jobs:countOverdue", DUE],
] satisfies Subscription[];
const JOBS_PAGE: readonly Subscription[] = [
  [
    "jobs:list",
    {
      paginationOpts: { numItems: 24, cursor: null, id: 1 },
      search: "",
      status: null,
      sort: "created_desc",
      now: NOON,
    },
  ],
  ["jobs:totals", {}],
];
const WAITING: Subscription = ["jobs:countWaiting", { deliveredBefore: NOON - 14 * DAY_MS }];

type Budget = readonly [received: number, read: number, documents: number];

/** Of each screen: KiB received, KiB read, documents read. */
const SCREENS: readonly (readonly [string, readonly Subscription[], Budget])[] = [
  ["the day on a phone", PHONE_DAY, [15, 15, 30]],
  ["the day on a desk, with its side column", [...PHONE_DAY, WAITING, ...CALENDAR], [70, 205, 640]],
  ["the calendar", [...CALENDAR, lastingInto(monthGrid(monthOf(TODAY))[0]![0]!)], [55, 95, 300]],
  ["the calendar, with the month ahead", [...CALENDAR, ...AHEAD], [100, 170, 540]],
  ["a step to the next month", AHEAD, [45, 76, 240]],
  ["the week", [WEEK, lastingInto(weekOf(TODAY)[0]!), SETTINGS], [12, 20, 60]],
  ["what waits beside the week", TRAY, [25, 35, 110]],
  ["a page of jobs", JOBS_PAGE, [15, 15, 30]],
];

describe.each(OFFICES)("in an office of %i jobs", (jobs) => {
  const measures: CallMeasure[] = [];
  let engine: Engine;
  let jobId: string;

  beforeAll(async () => {
    engine = openEngine({
      dataDir: IN_MEMORY,
      modules: loadModules(),
      blobs: memoryBlobs(),
      log: memoryLog(),
      onCall: (measure) => measures.push(measure),
    });
    for (let first = 0; first < jobs; first += 250)
      await Promise.all(
        Array.from({ length: Math.min(250, jobs - first) }, (_, at) =>
          mutate("jobs:create", newJob(first + at, jobs)),
        ),
      );
    const today = await run(dayOf(TODAY));
    expect(today.value).toHaveLength(VISITS_A_DAY);
    jobId = (today.value as { _id: string }[])[0]!._id;
  }, SLOW_MS);
  afterAll(() => engine.close());

  it.each(SCREENS)(
    "%s stays within its budget",
    async (_name, screen, [received, read, documents]) => {
      measures.length = 0;
      for (const subscription of screen) await run(subscription);
      const sum = (of: (measure: CallMeasure) => number) =>
        measures.reduce((total, measure) => total + of(measure), 0);
      expect(sum(({ resultBytes }) => resultBytes) / 1024, "KiB received").toBeLessThanOrEqual(
        received,
      );
      expect(sum(({ usage }) => usage?.bytesRead ?? 0) / 1024, "KiB read").toBeLessThanOrEqual(
        read,
      );
      expect(
        sum(({ usage }) => usage?.documentsRead ?? 0),
        "documents read",
      ).toBeLessThanOrEqual(documents);
    },
  );

  it("the week reads at most 20 KiB for its 56 visits", async () => {
    measures.length = 0;
    const { value } = await run(WEEK);
    expect(value).toHaveLength(7 * VISITS_A_DAY);
    const [measure] = measures;
    expect(measure?.usage?.bytesRead).toBeLessThanOrEqual(20 * 1024);
  });

  it("a changed price or note reruns no query that does not show it", async () => {
    const edits: Record<string, JSONValue>[] = [
      { jobs_price: 4321 },
      { job_notes: "Gate 4417" },
      { job_notes: "Clé chez José" },
    ];
    for (const edit of edits)
      // The page of jobs shows the newest, which are visits of other days.
      expect(await rerunBy(edit)).toEqual(["jobs:getScheduledForDay"]);
  });

  it("a moved visit reruns the weeks that it leaves and enters", async () => {
    const weeks = CALENDAR.map(([, args]) => JSON.stringify(args));
    const moved = { job_estimate_date: NOON + 7 * DAY_MS };
    const again = await rerunBy(moved, CALENDAR);
    expect(again).toHaveLength(2);
    expect(weeks).toHaveLength(5);
  });

  /** The open screens, and which of their subscriptions the edit runs again. */
  async function rerunBy(
    change: Record<string, JSONValue>,
    subscriptions = [dayOf(TODAY), ...CALENDAR, WEEK, SETTINGS, WAITING, ...TRAY, ...JOBS_PAGE],
  ): Promise<string[]> {
    const open = await Promise.all(subscriptions.map(run));
    const again = new Set<number>();
    const stop = engine.onCommit(({ writes }) => {
      for (const [at, { reads }] of open.entries()) if (touches(reads, writes)) again.add(at);
    });
    await mutate("jobs:update", { id: jobId, ...change });
    stop();
    return [...again].map((at) => subscriptions[at]![0]).sort();
  }

  async function run([udfPath, args]: Subscription) {
    const { outcome, reads } = await engine.runQuery({
      udfPath,
      args,
      caller: CALLER,
    });
    return { value: valueOf(outcome), reads };
  }

  async function mutate(udfPath: string, args: JSONValue) {
    const { outcome } = await engine.runMutation({
      udfPath,
      args,
      caller: CALLER,
    });
    return valueOf(outcome);
  }
});

/** Visits on the days around today, each customer with two jobs. */
function newJob(at: number, jobs: number): JSONValue {
  const days = jobs / VISITS_A_DAY;
  const day = Math.floor(at / VISITS_A_DAY) - Math.floor(days / 2);
  const visit = NOON + day * DAY_MS + (at % VISITS_A_DAY) * 30 * 60_000;
  return {
    ...(at % 2 === 0
      ? {
          customer: {
            customer_name: `Séverine Núñez ${at}`,
            customer_phone: String(6_125_000_000 + at),
          },
        }
      : { job_customer_id: `C-${1001 + Math.floor(at / 2)}` }),
    job_address: `${at} Maple Ridge Boulevard`,
    job_city: "Minneapolis",
    job_status: ["approved", "completed", "estimate_sent", "lead"][at % 4]!,
    job_categories: ["Gutters and downspout Replacement"],
    [at % 2 === 0 ? "job_estimate_date" : "job_install_date"]: visit,
    jobs_price: 1800 + at,
    job_notes:
      "Valley leaks over the café; bring the long ladder. Ask for José at the side gate: the dog is friendly. Trim: crème.",
  };
}
