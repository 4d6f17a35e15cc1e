import { beforeEach, expect, it } from "vitest";
import { DeviceStore } from "@/offline/device/deviceStore";
import { ExpectedList } from "@/offline/photos/ExpectedList";
import { emptyDevice, OWNER } from "../../../support/deviceStores";

beforeEach(emptyDevice);

const ESTIMATE = {
  subject: { key: "job1", label: "12 Elm Street" },
  isHeld: false,
  field: "job_photo_estimate",
} as const;
const DRAWINGS = { ...ESTIMATE, field: "job_drawings" } as const;
const OTHER_JOB = {
  ...ESTIMATE,
  subject: { key: "job2", label: "9 Oak Street" },
};

/** The list of a page that is opened on the device. */
async function aPage(store = new DeviceStore(OWNER)) {
  const list = new ExpectedList(() => undefined);
  await list.open(store);
  const missing = () => list.missing().map(({ subject, field }) => `${subject.key} ${field}`);
  return { list, missing, store };
}

it("the next page reports as missing the photos for which the browser ended this one", async () => {
  const { list } = await aPage();
  await list.add(ESTIMATE);
  expect((await aPage()).missing()).toEqual(["job1 job_photo_estimate"]);
});

it("a page that opens its store again does not report the photos that it expects itself", async () => {
  const { list, missing, store } = await aPage();
  await list.add(ESTIMATE);
  await list.open(store);
  expect(missing()).toEqual([]);
});

it("photos that were taken end the wait of their own list only", async () => {
  const { list } = await aPage();
  for (const each of [ESTIMATE, DRAWINGS, OTHER_JOB]) await list.add(each);
  await list.end(ESTIMATE);
  const left = ["job1 job_drawings", "job2 job_photo_estimate"];
  const next = await aPage();
  expect(next.missing().toSorted()).toEqual(left);
  await next.list.remove(({ subject }) => subject.key === "job1");
  expect(next.missing()).toEqual(["job2 job_photo_estimate"]);
  expect((await aPage()).missing()).toEqual(["job2 job_photo_estimate"]);
});
