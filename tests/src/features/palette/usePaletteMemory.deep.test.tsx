import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it } from "vitest";
import { usePaletteMemory } from "@/features/palette/usePaletteMemory";
import { DeviceStore } from "@/offline/device/deviceStore";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { FakeBackend } from "../../../support/fakeBackend";
import { OutboxPage } from "../../../support/outboxPage";
import "@/offline/device/openDeviceStore";

beforeEach(emptyDevice);

const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <OutboxPage backend={new FakeBackend()}>{children}</OutboxPage>
);

it("the device counts how often each action, page and command of a job was chosen, and no record", async () => {
  const store = new DeviceStore(OWNER);
  await store.write(["facts"], async (tx) => {
    await tx.objectStore("facts").put({ name: "chosen", value: { "page /jobs": 4, "do call": 1 } });
  });
  store.close();
  const { result } = renderHook(() => usePaletteMemory(), { wrapper });
  await waitFor(() => expect(result.current.chosen["do call"]).toBe(1));
  for (const id of [
    ...["page /jobs", "do call", "action order", "action order"],
    ...["job job1", "customer C-1001", "day 2026-11-20", "line 0"],
  ])
    result.current.note(id);
  await waitFor(() => {
    const next = renderHook(() => usePaletteMemory(), { wrapper }).result;
    return waitFor(() =>
      expect(next.current.chosen).toEqual({
        "page /jobs": 5,
        "do call": 2,
        "action order": 2,
      }),
    );
  });
});
