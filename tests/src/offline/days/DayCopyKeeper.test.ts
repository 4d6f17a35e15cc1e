import { renderHook } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { readCatalogue, readLines } from "@/offline/days/copyMaterials";
import { readCopy, writeCopy } from "@/offline/days/copyTables";
import { copiedRange } from "@/offline/days/copyRules";
import { DayCopyKeeper } from "@/offline/days/DayCopyKeeper";
import { DeviceStoreError } from "@/offline/device/deviceStoreErrors";
import { DeviceStore } from "@/offline/device/deviceStore";
import { listStores, rememberStore } from "@/offline/device/devices";
import { hasPageFiles } from "@/lib/pageFiles";
import { useWaitingToasts } from "@/lib/toasts";
import { dayRange } from "@domain/dates/days";
import { aCustomer, aJob, anItem } from "../../../support/builders";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { FakeBackend } from "../../../support/fakeBackend";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const now = new Date(2026, 10, 20, 13).getTime();
const today = dayRange("2026-11-20");

let store: DeviceStore;
let backend: FakeBackend;
let keepers: DayCopyKeeper[];

beforeEach(() => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    now,
    // fake-indexeddb ends a transaction in setImmediate, after the promises of its requests.
    toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"],
  });
  emptyDevice();
  store = new DeviceStore(OWNER);
  backend = new FakeBackend();
  keepers = [];
  backend.answer(api.files.getPictures, ({ ids }) => ids.map(() => null));
  backend.answer(api.inventory.listItems, () => []);
  backend.answer(api.inventory.listColors, () => []);
  backend.answer(api.lines.ofJobs, () => []);
});
afterEach(() => {
  for (const keeper of keepers) keeper.stop();
  store.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function start({ isFilled = true, meanwhile = (_: DayCopyKeeper) => {} } = {}) {
  const keeper = new DayCopyKeeper({
    store,
    convex: backend.asClient(),
    isFilled,
  });
  keepers.push(keeper);
  const isStarted = keeper.start();
  meanwhile(keeper);
  await isStarted;
  return keeper;
}

const BUSY = new Error("The server is busy.");
const ITEM = anItem();
const TEMPLATES = { message_done: "Done." };
const SETTINGS = {
  company_name: "Elm Gutters",
  opens_at: 480,
  closes_at: 1020,
};

/** The server has these jobs. Returns how often it was asked. */
function serverHas(...jobs: ReturnType<typeof aJob>[]) {
  const asked = vi.fn(({ until }: { from: number; until: number }) => ({
    jobs,
    customers: [aCustomer()],
    templates: TEMPLATES,
    settings: SETTINGS,
    until,
  }));
  backend.answer(api.jobs.forDevice, asked);
  return asked;
}

const jobAt = (id: string, at: number, change = {}) =>
  aJob({ _id: id as Id<"jobs">, job_estimate_date: at, ...change });

const ids = (keeper: DayCopyKeeper) => keeper.copy()?.jobs.map(({ _id }) => _id);
const stored = async () => (await readCopy(store, Date.now()))?.jobs.map(({ _id }) => _id);
/** Titles of the toasts that wait for their container. */
const titles = () => renderHook(useWaitingToasts).result.current.map(({ title }) => title);

/** Checks again and again, for as long as 20 s of the page's time. */
async function eventually(check: () => unknown): Promise<void> {
  for (let passed = 0; ; passed += 100)
    try {
      await check();
      return;
    } catch (error) {
      if (passed >= 20_000) throw error;
      await vi.advanceTimersByTimeAsync(100);
      // The device's store works between the timers.
      await new Promise((resolve) => setImmediate(resolve));
    }
}

it("copies the jobs' materials with them, and the days even if the materials are refused", async () => {
  serverHas(jobAt("a", today.from));
  const asked = vi.fn(() => []);
  backend.answer(api.lines.ofJobs, asked);
  backend.answer(api.inventory.listItems, () => [ITEM]);
  await start();
  await eventually(async () => {
    expect((await readCatalogue(store))?.items).toEqual([ITEM]);
    expect((await readLines(store, "a"))?.lines).toEqual([]);
  });
  expect(asked.mock.calls).toEqual([[{ jobIds: ["a"] }]]);
  backend.answer(api.lines.ofJobs, () => {
    throw BUSY;
  });
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  serverHas(jobAt("b", today.from));
  await vi.advanceTimersByTimeAsync(16 * MINUTE);
  await eventually(async () => expect(await stored()).toEqual(["b"]));
  await eventually(() => expect(reported).toHaveBeenCalled());
  expect(await readLines(store, "a")).not.toBeNull();
});

it("reads the days once, and shows them at the next start without a request", async () => {
  const asked = serverHas(jobAt("a", today.from));
  const first = await start();
  expect(first.copy()).toBeNull();
  await eventually(async () => expect(await stored()).toEqual(["a"]));
  expect(asked).toHaveBeenCalledExactlyOnceWith(copiedRange(now));
  first.stop();

  const second = await start();
  expect(ids(second)).toEqual(["a"]);
  expect(second.copy()?.customers.get("C-1001")).toEqual(aCustomer());
  expect(second.copy()?.templates).toEqual(TEMPLATES);
  expect(second.copy()?.settings).toEqual(SETTINGS);
  expect(second.copy()?.savedAt).toBe(first.copy()?.savedAt);
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(asked).toHaveBeenCalledOnce();
});

it("reads the days as soon as the page is connected", async () => {
  backend.neverConnected();
  const asked = serverHas(jobAt("a", today.from));
  const keeper = await start();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).not.toHaveBeenCalled();
  backend.setConnection(true);
  await vi.advanceTimersByTimeAsync(10_000);
  await eventually(() => expect(ids(keeper)).toEqual(["a"]));
});

it("reads the days again after 15 minutes, and drops what is gone", async () => {
  serverHas(jobAt("a", today.from), jobAt("b", today.from));
  const keeper = await start();
  await eventually(async () => expect(await stored()).toEqual(["a", "b"]));
  serverHas(jobAt("b", today.from));
  await vi.advanceTimersByTimeAsync(14 * MINUTE);
  expect(ids(keeper)).toEqual(["a", "b"]);
  await vi.advanceTimersByTimeAsync(4 * MINUTE);
  await eventually(async () => expect(await stored()).toEqual(["b"]));
});

it("requests the rest of a crowded range", async () => {
  const middle = today.from + DAY;
  const asked = vi.fn(({ from, until }: { from: number; until: number }) =>
    from === middle
      ? {
          jobs: [jobAt("b", middle)],
          customers: [],
          templates: {},
          settings: {},
          until,
        }
      : {
          jobs: [jobAt("a", today.from)],
          customers: [],
          templates: {},
          settings: {},
          until: middle,
        },
  );
  backend.answer(api.jobs.forDevice, asked);
  const keeper = await start();
  await eventually(() => expect(ids(keeper)).toEqual(["a", "b"]));
  expect(keeper.copy()?.range).toEqual(copiedRange(now));
});

it("holds only the read part of a range that is too crowded", async () => {
  backend.answer(api.jobs.forDevice, ({ from }) => ({
    jobs: [],
    customers: [],
    templates: {},
    settings: {},
    until: from,
  }));
  const keeper = await start();
  await eventually(() => expect(keeper.copy()).not.toBeNull());
  const { from } = copiedRange(now);
  expect(keeper.copy()?.range).toEqual({ from, until: from });
});

describe("does not ask the server", () => {
  it.each([
    ["on a desktop", () => ({ isFilled: false })],
    [
      "while there is no connection",
      () => {
        backend.neverConnected();
        return {};
      },
    ],
    [
      "while the page is hidden",
      () => {
        vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
        return {};
      },
    ],
  ])("does not ask the server %s", async (_, prepare) => {
    const asked = serverHas();
    await start(prepare());
    await vi.advanceTimersByTimeAsync(30 * MINUTE);
    expect(asked).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

it("takes over a day that the screen shows live", async () => {
  const asked = serverHas(jobAt("a", today.from), jobAt("b", today.from));
  const keeper = await start();
  await eventually(async () => expect(await stored()).toEqual(["a", "b"]));

  const moved = jobAt("b", today.from + 1, { job_notes: "New." });
  keeper.saveDay(today, [jobAt("a", today.from), moved]);
  expect(keeper.copy()?.jobs).toContain(moved);
  await eventually(async () =>
    expect((await readCopy(store, now))?.jobs[1]?.job_notes).toBe("New."),
  );
  expect(asked).toHaveBeenCalledOnce();

  // A job left the day: where it is now, only the server knows.
  serverHas(jobAt("a", today.from + 2 * DAY), moved);
  keeper.saveDay(today, [moved]);
  expect(ids(keeper)).toEqual(["b"]);
  await eventually(async () => expect(await stored()).toEqual(["a", "b"]));
});

it("keeps a day that arrives while the server's older copy is on its way", async () => {
  let answer: (copy: unknown) => void = () => undefined;
  const part = (...jobs: ReturnType<typeof aJob>[]) => ({
    jobs,
    customers: [aCustomer()],
    templates: TEMPLATES,
    settings: SETTINGS,
    until: copiedRange(now).until,
  });
  const asked = vi.fn(() => new Promise((resolve) => (answer = resolve)));
  backend.answer(api.jobs.forDevice, asked as never);
  const keeper = await start();
  await vi.advanceTimersByTimeAsync(6_000);
  await eventually(() => expect(asked).toHaveBeenCalledOnce());

  // Before there is any copy, the job leaves the day.
  keeper.saveDay(today, []);
  serverHas(jobAt("a", today.from + 2 * DAY));
  answer(part(jobAt("a", today.from)));
  await eventually(() => expect(keeper.copy()?.jobs).toEqual([]));
  await eventually(() =>
    expect(keeper.copy()?.jobs[0]?.job_estimate_date).toBe(today.from + 2 * DAY),
  );
});

it("keeps a day that arrives while the stored copy is being read", async () => {
  serverHas(jobAt("a", today.from), jobAt("b", today.from + DAY));
  const first = await start();
  await eventually(async () => expect(await stored()).toEqual(["a", "b"]));
  first.stop();

  serverHas(jobAt("a", today.from + 2 * DAY), jobAt("b", today.from + DAY));
  const second = await start({
    meanwhile: (keeper) => keeper.saveDay(today, []),
  });
  expect(ids(second)).toEqual(["b"]);
  await eventually(() =>
    expect(second.copy()?.jobs[0]?.job_estimate_date).toBe(today.from + 2 * DAY),
  );
});

it.each([
  ["has no connection", () => backend.setConnection(false)],
  ["is refused", () => backend.answer(api.jobs.forDevice, () => BUSY)],
])("requests a job that left its day again if the first attempt %s", async (_, fail) => {
  vi.stubGlobal("reportError", vi.fn());
  serverHas(jobAt("a", today.from));
  const keeper = await start();
  await eventually(async () => expect(await stored()).toEqual(["a"]));
  fail();
  keeper.saveDay(today, []);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ids(keeper)).toEqual([]);
  serverHas(jobAt("a", today.from + 2 * DAY));
  backend.setConnection(true);
  await vi.advanceTimersByTimeAsync(MINUTE);
  await eventually(async () => expect(await stored()).toEqual(["a"]));
});

it("keeps the covers of today and tomorrow", async () => {
  const fetched: string[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    fetched.push(url);
    return url.includes("broken")
      ? Promise.reject(new TypeError("Failed to fetch"))
      : Promise.resolve(new Response("bytes", { headers: { "content-type": "image/webp" } }));
  });
  const photo = (id: string) => ({ job_photo_estimate: [id as never] });
  serverHas(
    jobAt("a", today.from, photo("one")),
    jobAt("b", today.from + DAY, photo("two")),
    jobAt("c", today.from + DAY, photo("broken")),
    jobAt("d", today.from + 2 * DAY, photo("too late")),
    jobAt("e", today.from),
  );
  backend.answer(api.files.getPictures, ({ ids: fileIds }) =>
    fileIds.map((id) => ({
      url: `/large/${id}`,
      thumbnailUrl: id === "two" ? null : `/small/${id}`,
      at: 1,
    })),
  );
  const keeper = await start();
  await eventually(async () => expect(await keeper.picture("one")).not.toBeNull());
  const blob = await keeper.picture("one");
  expect(blob?.type).toBe("image/webp");
  expect(blob?.size).toBe(5);
  // A picture without a thumbnail is not kept: it may have 20 MB.
  await eventually(() => expect(fetched).toEqual(["/small/one", "/small/broken"]));
  expect(await keeper.picture("two")).toBeNull();
  expect(await keeper.picture("broken")).toBeNull();
});

it("requests a cover again whose thumbnail was not there yet, also on a changed day", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("bytes")));
  const photo = (id: string) => ({ job_photo_estimate: [id as never] });
  serverHas(jobAt("a", today.from, photo("one")));
  let thumbnailUrl: string | null = null;
  const asked = vi.fn(({ ids: fileIds }: { ids: readonly string[] }) =>
    fileIds.map((id) => ({ url: `/large/${id}`, thumbnailUrl, at: 1 })),
  );
  backend.answer(api.files.getPictures, asked);
  const keeper = await start();
  await eventually(() => expect(asked).toHaveBeenCalledOnce());
  thumbnailUrl = "/small/one";
  backend.changed();
  await vi.advanceTimersByTimeAsync(4_000);
  await eventually(async () => expect(await keeper.picture("one")).not.toBeNull());
  keeper.saveDay(today, [jobAt("a", today.from, photo("two"))]);
  await vi.advanceTimersByTimeAsync(4_000);
  await eventually(async () => expect(await keeper.picture("two")).not.toBeNull());
});

it("keeps the pictures of the copied days, and drops a deleted one with the next copy", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("bytes")));
  const photos = (...fileIds: string[]) => ({
    job_photo_estimate: fileIds as Id<"_storage">[],
  });
  serverHas(jobAt("a", today.from, photos("kept")), jobAt("b", today.from, photos("deleted")));
  backend.answer(api.files.getPictures, ({ ids: fileIds }) =>
    fileIds.map((id) => ({ url: `/${id}`, thumbnailUrl: `/s/${id}`, at: 1 })),
  );
  const keeper = await start();
  for (const id of ["kept", "deleted"])
    await eventually(async () => expect(await keeper.picture(id)).not.toBeNull());
  serverHas(
    // The photo is not the first any more, and the job has become yesterday's.
    jobAt("a", today.from - DAY, photos("other", "kept")),
    jobAt("b", today.from, photos()),
  );
  await vi.advanceTimersByTimeAsync(18 * MINUTE);
  await eventually(async () => expect(await keeper.picture("deleted")).toBeNull());
  expect(await keeper.picture("kept")).not.toBeNull();
});

it("deletes a copy 7 days after the last contact, also another person's, and no unsent work", async () => {
  const bos = new DeviceStore({ ...OWNER, userId: "user-2", userName: "Bo" });
  const copy = {
    jobs: [jobAt("a", today.from)],
    customers: new Map(),
    range: copiedRange(now),
    savedAt: now - 8 * DAY,
  };
  for (const one of [store, bos]) {
    await rememberStore(one.owner);
    await writeCopy(one, copy);
    await one.write(["drafts"], (tx) =>
      tx.objectStore("drafts").put({ id: "draft", values: {}, at: 1 }),
    );
  }
  backend.neverConnected();
  const keeper = await start();
  expect(keeper.copy()).toBeNull();
  for (const one of [store, bos]) {
    await eventually(async () => {
      const counts = await one.read(["jobs", "drafts"], (tx) =>
        Promise.all([tx.objectStore("jobs").count(), tx.objectStore("drafts").count()]),
      );
      expect(counts).toEqual([0, 1]);
    });
  }
  expect(await listStores()).toHaveLength(2);
  bos.close();
});

it("an ended session is left to the screens, and any other failure is reported", async () => {
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  const refusal = new ConvexError({
    code: "NOT_SIGNED_IN",
    message: "Sign in.",
  });
  const asked = vi.fn((): Error => refusal);
  backend.answer(api.jobs.forDevice, asked);
  await start();
  await eventually(() => expect(asked).toHaveBeenCalled());
  expect(report).not.toHaveBeenCalled();
  const bug = new Error("disk is full");
  backend.answer(api.jobs.forDevice, () => bug);
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  await eventually(() => expect(report).toHaveBeenCalledWith(bug));
});

it("the screens show live data if the browser keeps nothing", async () => {
  vi.stubGlobal("indexedDB", undefined);
  const broken = new DeviceStore({ ...OWNER, userId: "user-3" });
  store = broken;
  serverHas(jobAt("a", today.from));
  const keeper = await start();
  await eventually(() => expect(ids(keeper)).toEqual(["a"]));
});

it("says that a full device does not keep the days, and that it is ready once it does", async () => {
  localStorage.clear();
  serverHas(jobAt("a", today.from));
  const said = titles().length;
  const write = vi.spyOn(store, "write").mockRejectedValue(new DeviceStoreError("full"));
  const keeper = await start();
  await eventually(() => expect(keeper.copy()?.isUnkept).toBe(true));
  expect(ids(keeper)).toEqual(["a"]);
  expect(titles().slice(said)).toEqual(["Not kept on this device"]);
  write.mockRestore();
  hasPageFiles.set(true);
  vi.setSystemTime(now + 16 * MINUTE);
  await vi.advanceTimersByTimeAsync(MINUTE);
  await eventually(() => expect(titles().slice(said)).toContain("Ready without signal"));
  expect(keeper.copy()?.isUnkept).toBeUndefined();
  hasPageFiles.set(null);
});

it("reports a changed day that could not be kept, and keeps it at the next check", async () => {
  serverHas(jobAt("a", today.from));
  const keeper = await start();
  await eventually(async () => expect(await stored()).toEqual(["a"]));
  const said = titles().length;
  const write = vi.spyOn(store, "write").mockRejectedValueOnce(new DeviceStoreError("blocked"));
  const moved = jobAt("a", today.from + 1);
  const asked = serverHas(moved);
  keeper.saveDay(today, [moved]);
  await eventually(() => expect(titles().slice(said)).toEqual(["Not kept on this device"]));
  expect(keeper.copy()?.isUnkept).toBeUndefined();
  expect(asked).not.toHaveBeenCalled();

  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  await eventually(async () => expect((await readCopy(store, now))?.jobs).toEqual([moved]));
  expect(asked).toHaveBeenCalledOnce();
  expect(write).toHaveBeenCalled();
});
