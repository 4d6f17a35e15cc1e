import { afterEach, beforeEach, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { copyMaterials, keepLines, readCatalogue, readLines } from "@/offline/days/copyMaterials";
import type { CopiedLines } from "@/offline/device/deviceSchema";
import { DeviceStore } from "@/offline/device/deviceStore";
import { aColor, aJob, anItem } from "../../../support/builders";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { FakeBackend } from "../../../support/fakeBackend";

let store: DeviceStore;

const ITEM = anItem();
const COLOR = aColor();

beforeEach(() => {
  emptyDevice();
  store = new DeviceStore(OWNER);
});
afterEach(() => store.close());

const jobNamed = (id: string) => aJob({ _id: id as Id<"jobs"> });

function linesOf(...ids: string[]): CopiedLines["lines"] {
  return ids.map((id) => ({
    ...{ _id: `line of ${id}` as Id<"jobLines">, _creationTime: 1 },
    ...{ jobId: id as Id<"jobs">, clientKey: id, order: "i" },
    ...{ name: ITEM.name, itemId: ITEM._id, quantity: 1 },
  }));
}

function officeWith(...ids: string[]) {
  const backend = new FakeBackend();
  const asked: number[] = [];
  backend.answer(api.inventory.listItems, () => [ITEM]);
  backend.answer(api.inventory.listColors, () => [COLOR]);
  backend.answer(api.lines.ofJobs, ({ jobIds }) => {
    asked.push(jobIds.length);
    return linesOf(...ids.filter((id) => jobIds.includes(id)));
  });
  const copy = async (jobs: readonly string[], at: number) =>
    await copyMaterials(store, backend.asClient(), {
      ...{ jobs: jobs.map(jobNamed), at },
    });
  return { asked, copy };
}

it("a device without a copy has neither prices nor lines", async () => {
  expect(await readCatalogue(store)).toBeNull();
  expect(await readLines(store, "a")).toBeNull();
});

it("copies the prices, the colors, and the lines of the jobs, forty jobs at a time, with the time of the copy", async () => {
  const jobs = Array.from({ length: 90 }, (_, at) => `job ${at}`);
  const { asked, copy } = officeWith("job 0", "job 89");
  await copy(jobs, 7);
  expect(asked).toEqual([40, 40, 10]);
  expect(await readCatalogue(store)).toEqual({
    ...{ items: [ITEM], colors: [COLOR], at: 7 },
    uses: { [ITEM.name]: 2 },
  });
  expect(await readLines(store, "job 89")).toEqual({
    ...{ jobId: "job 89", lines: linesOf("job 89"), at: 7 },
  });
  expect((await readLines(store, "job 1"))?.lines).toEqual([]);
  await copy(["job 1"], 8);
  expect(await readLines(store, "job 89")).toBeNull();
  expect((await readCatalogue(store))?.at).toBe(8);
});

it("an opened job updates its own copy, and makes none", async () => {
  const now = { jobId: "a", lines: linesOf("a"), at: 9 };
  await keepLines(store, now);
  expect(await readLines(store, "a")).toBeNull();
  const { copy } = officeWith();
  await copy(["a", "b"], 7);
  await keepLines(store, now);
  expect(await readLines(store, "a")).toEqual(now);
  expect((await readLines(store, "b"))?.at).toBe(7);
});
