import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { DeviceStore } from "@/offline/device/deviceStore";
import type { TypedText } from "@/offline/texts/TypedTexts";
import { useFoundTexts } from "@/offline/texts/useFoundTexts";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { FakeBackend } from "../../../support/fakeBackend";
import { OutboxPage } from "../../../support/outboxPage";
import "@/offline/createOutbox";
import "@/offline/device/openDeviceStore";

const store = new DeviceStore(OWNER);
const text = (subject: string, value: string, at: number): TypedText => ({
  ...{ key: `${subject}/${value}`, subject, label: subject, field: "notes" },
  ...{ value, base: "", at, tab: "an ended tab" },
});

beforeEach(async () => {
  emptyDevice();
  await store.write(["typed"], async (tx) => {
    for (const row of [
      text("job1", "older", 1),
      text("job1", "newer", 3),
      text("job2", "other", 2),
    ])
      await tx.objectStore("typed").put(row);
  });
  store.close();
});

function findTexts() {
  const backend = new FakeBackend();
  const view = renderHook(useFoundTexts, {
    wrapper: ({ children }) => <OutboxPage backend={backend}>{children}</OutboxPage>,
  });
  const values = () => view.result.current.texts.map(({ value }) => value);
  const become = (expected: readonly string[]) =>
    vi.waitFor(() => expect(values()).toEqual(expected), { interval: 2 });
  return { ...view, values, become };
}

it("finds the texts of all subjects, the newest first", async () => {
  await findTexts().become(["newer", "other", "older"]);
});

it("does not offer a discarded text again, neither here nor on the next page", async () => {
  const { become, values, result } = findTexts();
  await become(["newer", "other", "older"]);
  const [newer] = result.current.texts;
  act(() => result.current.discard([newer!]));
  expect(values()).toEqual(["other", "older"]);
  await vi.waitFor(async () => {
    const rows = await store.read(["typed"], (tx) => tx.objectStore("typed").getAllKeys());
    expect(rows).toEqual(["job1/older", "job2/other"]);
  });
  store.close();
});
