import { beforeEach, expect, test, vi } from "vitest";
import type { OutboxChange, OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import { DeviceStore } from "@/offline/device/deviceStore";
import { KeptNotices } from "@/offline/outbox/keptNotices";
import { showToast } from "@/lib/toasts";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { expectCall } from "../../../support/expectCall";
import { FakeBackend } from "../../../support/fakeBackend";

vi.mock("@/lib/toasts");
beforeEach(() => {
  emptyDevice();
  vi.clearAllMocks();
});

const ITEM: OutboxItem = {
  id: "a",
  order: 1,
  call: "jobs:update",
  args: { id: "job-1", jobs_price: 300, base: { jobs_price: 200 } },
  subject: { key: "job-1", label: "612 Oak Street" },
  field: "jobs_price",
  label: "Price",
  at: 1,
  release: "r1",
  attempts: 1,
  state: { kind: "waiting" },
};
const ANSWER = { replaced: { jobs_price: 450 } };

/** A device on which the office's value was written by the person `by`. */
function open(by: string, after: object = { jobs_price: 450 }) {
  const backend = new FakeBackend();
  const entry = {
    by,
    byName: "Dana Reyes",
    at: new Date(2026, 5, 1, 15, 5).getTime(),
    writes: [{ table: "jobs", id: "job-1", before: {}, after }],
  };
  const subjects: unknown[] = [];
  backend.answer(api.changes.ofSubject, ({ subject }) => {
    subjects.push(subject);
    return { page: [entry], isDone: true, continueCursor: "" } as never;
  });
  const put = vi.fn((_change: OutboxChange) => Promise.resolve());
  const opened = Promise.resolve(new DeviceStore(OWNER));
  const convex = backend.asClient();
  const notices = new KeptNotices({
    ...{ owner: OWNER, opened, convex, put },
    newId: () => "b",
  });
  return { notices, put, subjects, backend };
}

const shown = () =>
  vi.mocked(showToast).mock.calls.map(([, title, options]) => ({
    text: `${title}. ${options?.description as string}`,
    options,
  }));
const NOTICE = "612 Oak Street: Price. Dana Reyes had written $450.00 at 3:05 PM.";

test("names the person who had written another value, and puts that back as a change of its own", async () => {
  const { notices, put } = open("dana");
  await notices.onSaved(ITEM, ANSWER);
  const [notice] = shown();
  expect(notice?.text).toBe(NOTICE);
  const action = notice?.options?.action as unknown as {
    onClick: () => void;
  };
  action.onClick();
  const [change] = put.mock.calls[0]!;
  expectCall("jobs.update", change, {
    args: { id: "job-1", jobs_price: 450 },
    base: { jobs_price: 300 },
    subject: ITEM.subject,
    field: "jobs_price",
    label: "Price",
  });
  expect(change.id).toBe("b");
});

test("names the replaced value of a row of materials, and puts it back in that row", async () => {
  const { notices, put, subjects } = open("dana", { quantity: 5 });
  const lines = [{ clientKey: "key1", quantity: 6 }];
  const item: OutboxItem = {
    ...{ ...ITEM, call: "lines:edit", label: "End Cap", field: null },
    args: { id: "job-1", lines, base: { quantity: 4 } },
  };
  await notices.onSaved(item, { replaced: { quantity: 5 } });
  expect(subjects).toEqual(["job-1"]);
  const [notice] = shown();
  expect(notice?.text).toBe("612 Oak Street: End Cap. Dana Reyes had written 5 at 3:05 PM.");
  const action = notice?.options?.action as unknown as {
    onClick: () => void;
  };
  action.onClick();
  const [change] = put.mock.calls[0]!;
  expectCall("lines.edit", change, {
    args: { id: "job-1", lines: [{ clientKey: "key1", quantity: 5 }] },
    base: { quantity: 6 },
    subject: ITEM.subject,
    field: null,
    label: "End Cap",
  });
  expect(change.writes).toEqual(["key1"]);
});

test("shows a notice again after a restart until the person closes it", async () => {
  await open("dana").notices.onSaved(ITEM, ANSWER);
  await open("dana").notices.start();
  expect(shown().map(({ text }) => text)).toEqual([NOTICE, NOTICE]);
  shown()[1]?.options?.onDismiss?.({ id: "a" });
  await vi.waitFor(async () => {
    vi.clearAllMocks();
    await open("dana").notices.start();
    expect(shown()).toEqual([]);
  });
});

test("keeps and shows one notice of a change whose response arrives twice, as after a kill", async () => {
  const { notices } = open("dana");
  await notices.onSaved(ITEM, ANSWER);
  await notices.onSaved(ITEM, ANSWER);
  const restarted = open("dana").notices;
  vi.clearAllMocks();
  await restarted.start();
  expect(shown().map(({ text }) => text)).toEqual([NOTICE]);
});

test("a notice that is shown again replaces the one on the screen", async () => {
  const { notices } = open("dana");
  await notices.onSaved(ITEM, ANSWER);
  await notices.onSaved(ITEM, ANSWER);
  await notices.onSaved({ ...ITEM, id: "c" }, ANSWER);
  const toasts = shown().map(({ options }) => options?.id);
  expect(toasts).toHaveLength(3);
  expect(toasts[0]).toBeDefined();
  expect(toasts[1]).toBe(toasts[0]);
  expect(toasts[2]).not.toBe(toasts[0]);
});

/** Answers the history of a subject page by page; the last one is the end if `hasEnd`. */
function withHistory(pages: readonly (readonly object[])[], hasEnd: boolean) {
  const { notices, backend } = open("dana");
  const cursors: (string | null)[] = [];
  backend.answer(api.changes.ofSubject, ({ paginationOpts: { cursor } }) => {
    cursors.push(cursor);
    const at = Number(cursor ?? 0);
    const isDone = hasEnd && at >= pages.length - 1;
    const page = pages[at] ?? [];
    return { page, isDone, continueCursor: String(at + 1) } as never;
  });
  return { notices, cursors };
}

test("looks for the writer from page to page of the history", async () => {
  const entry = {
    by: "dana",
    byName: "Dana Reyes",
    at: new Date(2026, 5, 1, 15, 5).getTime(),
    writes: [{ table: "jobs", id: "job-1", before: {}, after: ANSWER.replaced }],
  };
  const { notices, cursors } = withHistory([[], [], [entry]], true);
  await notices.onSaved(ITEM, ANSWER);
  expect(cursors).toEqual([null, "1", "2"]);
  expect(shown().map(({ text }) => text)).toEqual([NOTICE]);
});

test.each([
  ["at the end of the history", true, 2],
  ["after ten pages", false, 10],
])("gives up looking for the writer %s, and names the office", async (_, hasEnd, reads) => {
  const { notices, cursors } = withHistory([[], []], hasEnd);
  await notices.onSaved(ITEM, ANSWER);
  expect(cursors).toHaveLength(reads);
  expect(shown()[0]?.text).toContain("The office had written $450.00.");
});

test("shows no notice of a person whose session has ended meanwhile", async () => {
  await open("dana").notices.onSaved(ITEM, ANSWER);
  vi.clearAllMocks();
  const { notices } = open("dana");
  const starting = notices.start();
  notices.stop();
  await starting;
  expect(shown()).toEqual([]);
});

test.each([
  ["their own value from another device", OWNER.userId, ANSWER],
  ["an answer without another value", "dana", null],
])("shows no notice of %s", async (_, by, answer) => {
  await open(by).notices.onSaved(ITEM, answer);
  expect(shown()).toEqual([]);
});

test("puts a customer's value back in the customer, and looks for its writer in the customer's history", async () => {
  const { notices, put, subjects } = open("dana", {
    customer_phone: "5550100002",
  });
  const item = {
    ...ITEM,
    args: {
      id: "job-1",
      customer: { customer_phone: "5550100003" },
      customer_id: "C-1001",
      base: { customer_phone: "5550100001" },
    },
    field: "customer_phone",
    label: "Phone",
  };
  const answer = { replaced: { customer_phone: "5550100002" } };
  await notices.onSaved(item, answer);
  const [notice] = shown();
  expect(notice?.text).toContain("Dana Reyes had written (555) 010-0002");
  expect(subjects).toEqual(["C-1001"]);
  const action = notice?.options?.action as unknown as {
    onClick: () => void;
  };
  action.onClick();
  expect(put).toHaveBeenCalledWith(
    expect.objectContaining({
      args: {
        id: "job-1",
        customer: { customer_phone: "5550100002" },
        customer_id: "C-1001",
        base: { customer_phone: "5550100003" },
      },
    }),
  );
});
