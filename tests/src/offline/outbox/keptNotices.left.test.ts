import { beforeEach, expect, test, vi } from "vitest";
import type { OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import { DeviceStore } from "@/offline/device/deviceStore";
import { KeptNotices } from "@/offline/outbox/keptNotices";
import { watchResponse } from "@/offline/outbox/watchedChanges";
import { showToast } from "@/lib/toasts";
import { aJob } from "../../../support/builders";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { FakeBackend } from "../../../support/fakeBackend";

vi.mock("@/lib/toasts");
beforeEach(() => {
  emptyDevice();
  vi.clearAllMocks();
});

const at = (hour: number) => new Date(2026, 10, 27, hour).getTime();

const MOVE: OutboxItem = {
  ...{ id: "a", order: 1, call: "jobs:moveVisits", field: null, at: 1 },
  args: {
    visits: ["job1", "job2", "job3", "job4", "job5"].map((id) => ({
      ...{ id, field: "job_estimate_date", from: at(9), to: at(10) },
    })),
  },
  subject: { key: "day 2026-11-26", label: "Thursday" },
  label: "5 visits moved",
  ...{ release: "r1", attempts: 1, state: { kind: "waiting" } },
};

/** The jobs that the server has by now. */
function open(...jobs: readonly ReturnType<typeof aJob>[]) {
  const backend = new FakeBackend();
  backend.answer(api.jobs.get, ({ id }) => jobs.find(({ _id }) => _id === id) ?? null);
  return new KeptNotices({
    ...{ owner: OWNER, opened: Promise.resolve(new DeviceStore(OWNER)) },
    ...{ convex: backend.asClient(), put: () => null, newId: () => "b" },
  });
}

const job = (id: string, change: object) =>
  aJob({ _id: id as never, customer_name: "Maria Lopez", ...change });

const shown = () =>
  vi
    .mocked(showToast)
    .mock.calls.map(([, title, options]) => `${title}. ${options?.description as string}`);

test.each([
  [
    "has moved",
    { job_estimate_date: at(15) },
    "4 of 5 visits moved. Maria Lopez stays: the office has moved it to Fri, Nov 27, 26, 3:00 PM.",
  ],
  [
    "has taken from its day",
    { job_estimate_date: undefined },
    "4 of 5 visits moved. Maria Lopez stays: the office has removed its date.",
  ],
])(
  "names the visit of a moved day that the office %s meanwhile, and shows it again after a restart",
  async (_, change, text) => {
    await open(job("job2", change)).onSaved(MOVE, { left: ["job2"] });
    await open().start();
    expect(shown()).toEqual([text, text]);
    vi.mocked(showToast).mock.calls[1]?.[2]?.onDismiss?.({ id: "left-a" });
    await vi.waitFor(async () => {
      vi.clearAllMocks();
      await open().start();
      expect(shown()).toEqual([]);
    });
  },
);

test("says that a job was deleted, and how many others stay", async () => {
  const left = ["job1", "job2", "job3", "job4", "job5"];
  await open().onSaved(MOVE, { left });
  expect(shown()).toEqual([
    "0 of 5 visits moved. One job was deleted. One job was deleted. One job was deleted. 2 other jobs too.",
  ]);
});

test("names the status that the office has set", async () => {
  const jobs = ["job1", "job2"].map((id) => ({ id, seen: "estimate_sent" }));
  const item: OutboxItem = {
    ...MOVE,
    call: "jobs:setStatuses",
    args: { jobs, job_status: "completed" },
  };
  const notices = open(job("job1", { job_status: "job_scheduled" }));
  await notices.onSaved(item, { changed: 1, left: ["job1"] });
  expect(shown()[0]).toMatch(/^1 of 2 jobs set\. Maria Lopez stays: the office has set it to /);
});

test("leaves the notice to a form that is still open", async () => {
  const endWatch = watchResponse(MOVE.id);
  await open().onSaved(MOVE, { left: ["job2"] });
  endWatch();
  expect(shown()).toEqual([]);
});

test.each([
  [["2 Left End Cap"], "2 Left End Cap"],
  [["1 A", "2 B", "3 C", "4 D", "5 E"], "1 A; 2 B; 3 C; 2 more rows"],
])("names materials that were not in stock for a job: %o", async (left, text) => {
  const take: OutboxItem = {
    ...{ ...MOVE, call: "lines:take", args: { id: "job1" } },
    subject: { key: "job1", label: "12 Oak St" },
  };
  await open().onSaved(take, { left });
  expect(shown()).toEqual([
    `12 Oak St: not all is in stock. Missing: ${text}. The rest was taken.`,
  ]);
});
