import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { aNewCustomer } from "../../support/builders";
import { openForTwo, refusalOf, upload, type Caller } from "../../support/convexHarness";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
  delete process.env["PERSON_RATES"];
});

const TOO_OFTEN = {
  code: "CONFLICT",
  message: "You have done this many times in a short time. Wait a minute, and try again.",
};

const FILE = { kind: "customers", fileName: "a.csv", rowCount: 1 } as const;

/** What has a rate: how many at once, and how many more after a minute. */
const RATED: readonly (readonly [
  string,
  (caller: Caller) => Promise<unknown>,
  { most: number; perMinute: number },
])[] = [
  [
    "an action",
    (caller) => caller.action(api.customers.sharedContacts, {}),
    { most: 60, perMinute: 30 },
  ],
  [
    "an import",
    (caller) => caller.mutation(api.imports.begin, { ...FILE, chunkCount: 1 }),
    { most: 30, perMinute: 3 },
  ],
  [
    "demo data",
    (caller) =>
      caller.action(api.seed.generateFakeData, {
        customers: 1,
        jobsPerCustomer: 0,
      }),
    { most: 20, perMinute: 2 },
  ],
  [
    "the default stock",
    (caller) => caller.mutation(api.inventorySeed.seedDefaults, {}),
    { most: 20, perMinute: 2 },
  ],
];

async function times(count: number, act: () => Promise<unknown>) {
  for (let at = 0; at < count; at++) await act();
}

describe.each(RATED)("%s", (_name, act, { most, perMinute }) => {
  it(`one person begins it ${most} times at once, and ${perMinute} times more in a minute`, async () => {
    const { anna, bo } = openForTwo();
    const begin = async () => await act(anna);
    await times(most, begin);
    expect(await refusalOf(begin())).toEqual(TOO_OFTEN);
    // Others, and what has no rate, go on.
    await act(bo);
    await anna.mutation(api.customers.create, aNewCustomer());
    vi.setSystemTime(Date.now() + 60_000);
    await times(perMinute, begin);
    expect(await refusalOf(begin())).toEqual(TOO_OFTEN);
  });

  it("a call has no rate per person if the server limits it", async () => {
    process.env["PERSON_RATES"] = "off";
    const { anna } = openForTwo();
    await times(most + 1, async () => await act(anna));
  });

  it("a call is allowed again after the clock was set back", async () => {
    const { anna } = openForTwo();
    await times(most, async () => await act(anna));
    vi.setSystemTime(Date.now() - 86_400_000);
    await act(anna);
  });
});

it("two people of one office have a rate each", async () => {
  const { t } = openForTwo();
  const [anna, carl] = ["anna", "carl"].map((subject) =>
    t.withIdentity({ subject, org_id: "org_1" }),
  ) as [Caller, Caller];
  const seed = async (caller: Caller) => await caller.mutation(api.inventorySeed.seedDefaults, {});
  await times(20, async () => await seed(anna));
  expect(await refusalOf(seed(anna))).toEqual(TOO_OFTEN);
  await seed(carl);
});

it("an upload is stored 3,000 times at once by one person, and 120 times more in a minute", async () => {
  const { t, anna, bo } = openForTwo();
  expect((await upload(anna)).status).toBe(200);
  const left = async (set?: number) =>
    await t.run(async (ctx) => {
      const [row] = await ctx.db.query("personRates").collect();
      if (set !== undefined) await ctx.db.patch("personRates", row!._id, { left: set });
      return row!.left;
    });
  expect(await left()).toBe(2_999);
  await left(0);
  const refused = await upload(anna);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({
    message: "Too many of your photos are being uploaded at once. Try again in a moment.",
  });
  expect((await upload(bo)).status).toBe(200);
  vi.setSystemTime(Date.now() + 60_000);
  expect((await upload(anna)).status).toBe(200);
  expect(await left()).toBe(119);
});
