import { openDB } from "idb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openDatabase } from "@/offline/device/openDatabase";
import { emptyDevice } from "../../../support/deviceStores";

beforeEach(emptyDevice);

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("reports an upgrade that another page prevents, and does not itself prevent the next one", async () => {
  // As a frozen tab: it does not close its handle on `versionchange`.
  const frozen = await openDB("device", 1);
  await expect(openDatabase("device", 2, {})).rejects.toMatchObject({
    reason: "blocked",
    message: expect.stringContaining("Close the other tabs") as string,
  });
  frozen.close();
  const opened = await openDatabase("device", 3, {});
  expect(opened.version).toBe(3);
  opened.close();
});

it("gives up after 5 s on a browser whose storage never answers", async () => {
  vi.useFakeTimers();
  vi.spyOn(indexedDB, "open").mockReturnValue(new IDBOpenDBRequest());
  const refused = expect(openDatabase("device", 1, {})).rejects.toMatchObject({
    reason: "unavailable",
  });
  await vi.advanceTimersByTimeAsync(5000);
  await refused;
});
