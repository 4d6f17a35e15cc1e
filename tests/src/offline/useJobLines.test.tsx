import { renderHook, waitFor } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { addLines } from "@domain/changes/jobLines";
import { newChange } from "@/offline/outbox/newChange";
import { useJobLines } from "@/offline/useJobLines";
import { readLines } from "@/offline/days/copyMaterials";
import { DeviceStore } from "@/offline/device/deviceStore";
import { useDeviceStore } from "@/offline/device/DeviceStoreProvider";
import { useOutbox, type OutboxControl } from "@/offline/useOutbox";
import { aJob, type Job } from "../../support/builders";
import { emptyDevice, OWNER } from "../../support/deviceStores";
import { FakeBackend } from "../../support/fakeBackend";
import { aWaiting } from "../../support/waitingItem";

vi.mock("@/offline/useOutbox");
vi.mock("@/offline/device/DeviceStoreProvider");

const KEY = "00000000-0000-4000-8000-000000000000";
const JOB = aJob();
const OWN = aJob({ clientKey: KEY });
const LINE = { clientKey: KEY, name: "Haul away", quantity: 1, order: "i" };

interface Shown {
  readonly job?: Job;
  readonly hasAnswered?: boolean;
  readonly waiting?: readonly OutboxItem[];
}

let store: DeviceStore | null = null;
afterEach(() => {
  store?.close();
  store = null;
});

/** Of a server that has no lines. */
function render({ job = JOB, hasAnswered = true, waiting = [] }: Shown) {
  vi.mocked(useDeviceStore).mockReturnValue({ store, problem: null });
  vi.mocked(useOutbox).mockReturnValue({
    items: waiting,
  } as unknown as OutboxControl);
  const backend = new FakeBackend();
  backend.answer(api.lines.ofJob, ({ id }) =>
    hasAnswered && [JOB._id, KEY].includes(id) ? [] : undefined,
  );
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ConvexProvider client={backend.asClient()}>{children}</ConvexProvider>
  );
  return renderHook(() => useJobLines(job), { wrapper }).result;
}

const namesIn = ({ current }: ReturnType<typeof render>) => current?.lines.map(({ name }) => name);

function added(job: Job): OutboxItem {
  const { args, call } = newChange(addLines, job, [LINE]);
  return aWaiting(call, args);
}

const CREATED = { ...aWaiting("jobs:create", {}), creates: KEY };

it.each<[string, Shown, string[] | undefined]>([
  ["nothing while they load", { hasAnswered: false }, undefined],
  ["nothing of a job with a key while they load", { job: OWN, hasAnswered: false }, undefined],
  ["none", {}, []],
  ["a line that waits", { waiting: [added(JOB)] }, ["Haul away"]],
  [
    "those of a job by the key that its device gave it",
    { job: OWN, waiting: [added(OWN)] },
    ["Haul away"],
  ],
  [
    "those of a job that waits itself, without an answer",
    { job: OWN, hasAnswered: false, waiting: [CREATED, added(OWN)] },
    ["Haul away"],
  ],
])("shows %s", (_what, shown, names) => {
  expect(namesIn(render(shown))).toEqual(names);
});

it("shows the copy of the device with its age, until the server answers and updates it", async () => {
  emptyDevice();
  store = new DeviceStore(OWNER);
  const copied = {
    ...{ _id: "line" as Id<"jobLines">, _creationTime: 1, jobId: JOB._id },
    ...{ ...LINE, clientKey: "line", name: "Splash Block" },
  };
  const copy = { jobId: JOB._id, lines: [copied], at: 7 };
  await store.write(["facts"], (tx) =>
    tx.objectStore("facts").put({ name: "lines", value: [copy] }),
  );
  const result = render({ hasAnswered: false, waiting: [added(JOB)] });
  await waitFor(() => expect(namesIn(result)).toEqual(["Haul away", "Splash Block"]));
  expect(result.current?.asOf).toBe(7);
  expect(render({}).current).toEqual({ lines: [], asOf: null });
  const opened = store;
  await waitFor(async () => expect((await readLines(opened, JOB._id))?.lines).toEqual([]));
});
