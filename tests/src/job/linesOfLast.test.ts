import type { OutboxItem } from "convex-outbox";
import { afterEach, beforeEach, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { addLines } from "@domain/changes/jobLines";
import { linesOfLast } from "@/job/linesOfLast";
import { copyMaterials } from "@/offline/days/copyMaterials";
import { DeviceStore } from "@/offline/device/deviceStore";
import { newChange } from "@/offline/outbox/newChange";
import { aJob, anItem } from "../../support/builders";
import { emptyDevice, OWNER } from "../../support/deviceStores";
import { A_UUID, expectCall } from "../../support/expectCall";
import { FakeBackend } from "../../support/fakeBackend";
import { aWaiting } from "../../support/waitingItem";

const LAST = aJob({ customer_name: "Ann Field" });
const ID = "00000000-0000-4000-8000-000000000009";
const ITEM = anItem({
  ...{ name: "Splash Block", unit: "piece" },
  _prices: [{ size: "any", price: 12 }],
});

const BLOCK = {
  ...{ name: ITEM.name, itemId: ITEM._id, sku: ITEM.sku },
  ...{ unit: "piece" as const, quantity: 2 },
};

/** As the server has it: priced long ago, and taken from stock. */
const STORED = {
  ...{ ...BLOCK, price: 10, taken: 2, takenItem: ITEM._id },
  ...{ _id: "line1" as Id<"jobLines">, _creationTime: 1, jobId: LAST._id },
  ...{ clientKey: "key1", order: "i" },
};

let store: DeviceStore;

beforeEach(() => {
  emptyDevice();
  store = new DeviceStore(OWNER);
});
afterEach(() => store.close());

const ANSWERED = Promise.resolve([[STORED], [ITEM]] as const);
const NO_ANSWER = new Promise<null>(() => undefined);

/** Without an answer, from the device alone. */
async function read({
  live = Promise.resolve(null),
  isOffline = false,
  waiting = [],
}: Partial<Parameters<typeof linesOfLast>[2]> = {}) {
  const known = { live, isOffline, store, waiting };
  return await linesOfLast(LAST, ID, known);
}

async function copy() {
  const backend = new FakeBackend();
  backend.answer(api.inventory.listItems, () => [ITEM]);
  backend.answer(api.inventory.listColors, () => []);
  backend.answer(api.lines.ofJobs, () => [STORED]);
  await copyMaterials(store, backend.asClient(), { jobs: [LAST], at: 1 });
}

const named = (name: string) => ({ name, quantity: 1, order: "k" });

function added(...names: string[]): OutboxItem {
  const lines = names.map((name) => ({ ...named(name), clientKey: name }));
  const { call, args } = newChange(addLines, LAST, lines);
  return aWaiting(call, args);
}

it("a new job gets the rows of the last one in one change, with the prices of today and nothing taken", async () => {
  const waiting = [added("Haul away")];
  const change = await read({ live: ANSWERED, waiting });
  const [first, second] = change!.args["lines"] as { order: string }[];
  expect(first!.order < second!.order).toBe(true);
  expectCall("lines.add", change!, {
    args: {
      id: ID,
      lines: [
        { ...BLOCK, price: 12, clientKey: A_UUID, order: first!.order },
        { ...named("Haul away"), clientKey: A_UUID, order: second!.order },
      ],
    },
    subject: { key: ID, label: "12 Oak St", customer: "Ann Field" },
    field: null,
    label: "2 rows",
  });
});

it.each([
  ["fails", Promise.resolve(null), false],
  ["is not reached", NO_ANSWER, true],
])("the rows come from the copy of the device if the server %s", async (_, live, isOffline) => {
  await copy();
  const change = await read({ live, isOffline });
  expect(change?.args["lines"]).toMatchObject([{ ...BLOCK, price: 12 }]);
});

it("without signal the rows are those that the page has loaded already", async () => {
  const change = await read({ live: ANSWERED, isOffline: true });
  expect(change?.args["lines"]).toMatchObject([{ ...BLOCK, price: 12 }]);
});

it("a job without rows has none to copy, and one whose rows the device does not know says so", async () => {
  const live = Promise.resolve([[], [ITEM]] as const);
  expect(await read({ live })).toBeUndefined();
  expect(await read()).toBeNull();
  const creation = { ...aWaiting("jobs:create", {}), creates: LAST._id };
  const waiting = [creation, added("Haul away")];
  const change = await read({ waiting });
  expect(change?.args["lines"]).toMatchObject([{ name: "Haul away" }]);
});
