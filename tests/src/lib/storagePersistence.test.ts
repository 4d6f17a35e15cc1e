import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepStorage } from "@/lib/storagePersistence";

function aBrowser({ userAgent = "Chrome/143", persisted = false } = {}) {
  const persist = vi.fn(() => Promise.resolve(true));
  const storage = { persist, persisted: () => Promise.resolve(persisted) };
  vi.stubGlobal("navigator", { userAgent, storage });
  return persist;
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it("asks the browser at each start, until the storage is kept", async () => {
  const persist = aBrowser();
  expect(await keepStorage("start")).toBe(true);
  expect(await keepStorage("start")).toBe(true);
  expect(persist).toHaveBeenCalledTimes(2);
  const keptAlready = aBrowser({ persisted: true });
  expect(await keepStorage("start")).toBe(true);
  expect(keptAlready).not.toHaveBeenCalled();
});

it("asks Firefox, which shows a question, once and with a change that waits", async () => {
  const persist = aBrowser({ userAgent: "Gecko/20100101 Firefox/140.0" });
  expect(await keepStorage("start")).toBe(false);
  expect(persist).not.toHaveBeenCalled();
  expect(await keepStorage("waiting change")).toBe(true);
  expect(await keepStorage("waiting change")).toBe(false);
  expect(persist).toHaveBeenCalledOnce();
});

it("keeps nothing over plain http", async () => {
  vi.stubGlobal("navigator", { userAgent: "Chrome/143" });
  expect(await keepStorage("start")).toBe(false);
});
