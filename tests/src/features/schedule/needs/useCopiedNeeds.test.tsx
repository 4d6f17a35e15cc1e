import { act, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { OutboxItem } from "convex-outbox";
import type { Id } from "@convex/_generated/dataModel";
import { dayRange } from "@domain/dates/days";
import type { LineRow } from "@domain/estimate/lines";
import { NeedsDialog } from "@/features/schedule/needs/NeedsDialog";
import { setConnectionState } from "@/lib/connection/connectionState";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { DeviceStore } from "@/offline/device/deviceStore";
import { useDeviceStore } from "@/offline/device/DeviceStoreProvider";
import { useIsOutboxRead } from "@/offline/OutboxProvider";
import { useOutbox, type OutboxControl } from "@/offline/useOutbox";
import {
  aColor,
  aJob,
  anItem,
  FRIDAY_2_PM,
  type Item,
  type Job,
} from "../../../../support/builders";
import { emptyDevice, OWNER } from "../../../../support/deviceStores";
import { FakeBackend, renderOn, stubLayout } from "../../../../support/fakeBackend";
import { ITEMS } from "../../../../support/offeredItems";
import { aWaiting } from "../../../../support/waitingItem";

vi.mock("@/offline/useOutbox");
vi.mock("@/offline/OutboxProvider");
vi.mock("@/offline/days/DayCopyProvider");
vi.mock("@/offline/device/DeviceStoreProvider");

const DAY = dayRange("2026-11-20");
const TOMORROW = dayRange("2026-11-21");

let store: DeviceStore;

beforeAll(stubLayout);
beforeEach(() => {
  emptyDevice();
  store = new DeviceStore(OWNER);
});
afterEach(() => {
  store.close();
  setConnectionState("connecting");
});

const install = (id: string, change: Partial<Job> = {}): Job =>
  aJob({
    ...{ _id: id as Id<"jobs">, job_install_date: FRIDAY_2_PM },
    ...{ job_status: "install_scheduled", ...change },
  });

function aLine(at: number, fields: Partial<LineRow>): LineRow {
  return {
    ...{ _id: `l${at}`, clientKey: `k${at}`, order: "i", quantity: 100 },
    ...{ name: "Seamless K-Style Gutter", unit: "foot", size: "6" },
    ...{ itemId: "GUT-SEAMLESS", sku: "GUT-SEAMLESS", ...fields },
  };
}

/** Their side is open. */
const CAPS: Partial<LineRow> = {
  ...{ name: "End Cap", unit: "piece", quantity: 4 },
  ...{ itemId: undefined, sku: undefined },
};

interface Copied {
  readonly jobs: readonly Job[];
  /** By the id of the job. */
  readonly lines: Readonly<Record<string, readonly LineRow[]>>;
  readonly waiting?: readonly OutboxItem[];
}

/** The dialog without signal, on a device with a copy of Friday. */
async function show({ jobs, lines, waiting = [] }: Copied, range = DAY) {
  const items = ITEMS.map((item) => anItem(item as Item));
  await store.write(["facts"], async (tx) => {
    const facts = tx.objectStore("facts");
    const value = { items, colors: [aColor()], uses: {}, at: 1 };
    await facts.put({ name: "catalogue", value });
    const all = Object.entries(lines).map(([jobId, own]) => ({
      ...{ jobId, at: 1, lines: own as never },
    }));
    await facts.put({ name: "lines", value: all });
  });
  vi.mocked(useDeviceStore).mockReturnValue({ store, problem: null });
  vi.mocked(useIsOutboxRead).mockReturnValue(true);
  vi.mocked(useOutbox).mockReturnValue({
    items: waiting,
  } as unknown as OutboxControl);
  vi.mocked(useDayCopies).mockReturnValue({
    isOffline: true,
    copy: {
      ...{ jobs, customers: new Map(), range: DAY },
      ...{ savedAt: FRIDAY_2_PM, settings: { waste_percent: 10 } },
    },
  } as unknown as ReturnType<typeof useDayCopies>);
  renderOn(
    new FakeBackend(),
    <NeedsDialog range={range} days="Friday" onClose={() => undefined} />,
  );
  act(() => setConnectionState("offline"));
  await screen.findByText(/^Offline\. Counted from the rows/);
  return [...document.querySelectorAll("[role=dialog] tbody tr")].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
}

const text = () => screen.getByRole("dialog").textContent;

it("without signal, the rows on the device say what is needed, with what waits there, and no stock", async () => {
  const waiting = [aWaiting("lines:take", { id: "job2", wastePercent: 10 })];
  const rows = await show({
    jobs: [install("job1"), install("job2"), install("job3", { job_status: "cancelled" })],
    lines: {
      job1: [aLine(0, {}), aLine(1, CAPS)],
      job2: [aLine(2, { quantity: 50 })],
      job3: [aLine(3, {})],
    },
    waiting,
  });
  expect(rows).toEqual([
    ["Gutter Coil .032, 6 in", "110 ft62 lb", "–", "–"],
    ["End Cap, 6 inSide not chosen", "4", "–", "–"],
  ]);
  expect(text()).toContain("The stock is not saved here.");
  expect(text()).toContain("2 jobs");
  expect(text()).not.toContain("Some of these");
});

it("says which installs the device cannot count", async () => {
  const jobs = [install("job1"), install("job2")];
  const rows = await show({ jobs, lines: { job1: [aLine(0, {})] } });
  expect(rows).toHaveLength(1);
  const sentence = "Some of these installs are not saved on this device";
  expect(text()).toContain(sentence);
});

it("says so too while a change of another job waits, and of jobs without a client key", async () => {
  const jobs = [install("job1"), install("job2", { clientKey: undefined })];
  const waiting = [aWaiting("lines:take", { id: "job1", wastePercent: 10 })];
  await show({ jobs, lines: { job1: [aLine(0, {})] }, waiting });
  expect(text()).toContain("Some of these installs are not saved");
});

it("says so of a day that is not on the device", async () => {
  await show({ jobs: [], lines: {} }, TOMORROW);
  expect(text()).toContain("Some of these installs are not saved");
  expect(text()).not.toContain("Nothing is needed");
});
