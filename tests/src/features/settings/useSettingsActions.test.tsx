import { act } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import type { ChangeKind } from "@domain/history/history";
import { uploadExamplePhotos } from "@/features/settings/examplePhotos";
import { useSettingsActions, type SettingsAction } from "@/features/settings/useSettingsActions";
import { setConnectionState } from "@/lib/connection/connectionState";
import { lastUndoable, provideUndo } from "@/offline/outbox/undoable";
import { A_UUID, expectCall } from "../../../support/expectCall";
import { FakeBackend } from "../../../support/fakeBackend";
import { renderUnsent } from "../../../support/unsentPage";

const PEOPLE = { customersDeleted: 50, jobsDeleted: 100 };
const STOCK = {
  ...{ inventoryItemsDeleted: 44, inventoryPricesDeleted: 68 },
  ...{ inventoryColorsDeleted: 41, inventoryTxnsDeleted: 9 },
};

const run = (id: string, kind: ChangeKind) => ({
  id: id as Id<"changes">,
  kind,
});

async function openSettings() {
  const backend = new FakeBackend();
  backend.perform(api.seed.generateFakeData, () => ({
    ...{ customersCreated: 50, jobsCreated: 100 },
  }));
  backend.perform(api.inventorySeed.seedDefaults, () => ({
    ...{ items: 44, prices: 68, colors: 41 },
  }));
  backend.perform(api.seed.removeDemoData, () => ({
    ...{ ...PEOPLE, customersKept: 0 },
  }));
  backend.perform(api.customers.dedupeForUser, () => ({
    ...{ groupsAffected: 3, duplicatesRemoved: 4 },
  }));
  backend.perform(api.customers.removeObsoleteObtainedDateField, () => ({
    ...{ cleaned: 7, scanned: 50 },
  }));
  backend.perform(api.seed.deleteCustomersAndJobs, () => PEOPLE);
  backend.perform(api.seed.deleteInventory, () => STOCK);
  backend.perform(api.seed.deleteAllData, () => ({ ...PEOPLE, ...STOCK }));
  backend.perform(api.changes.undoRun, () => ({
    ...{ rowsRestored: 150, changesUndone: 0 },
  }));
  const page = await renderUnsent(useSettingsActions, { backend });
  return {
    ...page,
    backend,
    press: (action: SettingsAction) => act(() => page.current().run(action)),
    canRestore: () => page.current().canRestore,
    lastRunIs: (last: ReturnType<typeof run> | null) =>
      backend.answer(api.changes.lastRun, () => last),
  };
}

vi.mock("@/features/settings/examplePhotos");

afterEach(() => {
  provideUndo(null);
  vi.unstubAllGlobals();
});

describe("what the buttons of Settings send", () => {
  it("fake data is made in the time zone of the device", async () => {
    const { press, sent } = await openSettings();
    await press("generate");
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    expectCall("seed.generateFakeData", await sent(), {
      args: { customers: 50, jobsPerCustomer: 2, timeZone },
    });
  });

  it("example data comes with photos and stock", async () => {
    const { press, sent } = await openSettings();
    const photos = ["photo1", "photo2"] as Id<"_storage">[];
    vi.mocked(uploadExamplePhotos).mockResolvedValue(photos);
    await press("tryExample");
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    expectCall("seed.generateFakeData", await sent(), {
      args: {
        ...{ customers: 50, jobsPerCustomer: 2, timeZone, withStock: true },
        job_photo_estimate: photos,
      },
    });
  });

  it("example data without one of its photos is not made in part, and the person sees why", async () => {
    const { backend, current, press } = await openSettings();
    vi.stubGlobal("reportError", vi.fn());
    const message = "The server has no photo of the example.";
    vi.mocked(uploadExamplePhotos).mockRejectedValue(new Error(message));
    await press("tryExample");
    expectCall("seed.generateFakeData", backend);
    expect(current().outcome).toMatchObject({ isError: true, message });
  });

  it("the fake inventory is added under the id that Undo names", async () => {
    const { press, sent } = await openSettings();
    await press("seed");
    const calls = await sent();
    expectCall("inventorySeed.seedDefaults", calls, {
      args: { intentId: A_UUID },
    });
    expect(calls[0]?.args).toEqual({ intentId: lastUndoable()?.id });
  });

  it("each run of Settings sends its own call without arguments, and can be undone as a whole if it changed something", async () => {
    const { press, sent, lastRunIs } = await openSettings();
    const pressed = async (action: SettingsAction & ChangeKind) => {
      for (const other of [null, run("theirs", "merge")]) {
        lastRunIs(other);
        await press(action);
        expect(lastUndoable()?.runId).not.toBe("theirs");
      }
      await sent();
      lastRunIs(run(action, action));
      await press(action);
      expect(lastUndoable()?.runId).toBe(action);
      return await sent();
    };
    const args = {};
    expectCall("seed.removeDemoData", await pressed("removeDemoData"), {
      args,
    });
    expectCall("customers.dedupeForUser", await pressed("dedupe"), { args });
    expectCall("customers.removeObsoleteObtainedDateField", await pressed("removeObtainedDate"), {
      args,
    });
    expectCall("seed.deleteCustomersAndJobs", await pressed("deleteCustomersAndJobs"), { args });
    expectCall("seed.deleteInventory", await pressed("deleteInventory"), {
      args,
    });
    expectCall("seed.deleteAllData", await pressed("deleteAllData"), { args });
  });
});

describe("Restore", () => {
  it("restores the run whose result is shown", async () => {
    const { press, sent, canRestore, lastRunIs } = await openSettings();
    lastRunIs(run("earlier", "deleteInventory"));
    await press("deleteInventory");
    expect(canRestore()).toBe(false);
    lastRunIs(run("mine", "deleteInventory"));
    expect(canRestore()).toBe(true);
    await sent();
    await press("restore");
    expectCall("changes.undoRun", await sent(), { args: { id: "mine" } });
  });

  it.each([
    ["of another kind", run("theirs", "deleteCustomersAndJobs")],
    ["of the same kind", run("theirs", "deleteInventory")],
    ["that was undone", null],
  ])(
    "Restore is not offered for a later run %s than the one whose result is shown",
    async (_kind, later) => {
      const { press, canRestore, lastRunIs } = await openSettings();
      await press("deleteInventory");
      lastRunIs(run("mine", "deleteInventory"));
      expect(canRestore()).toBe(true);
      lastRunIs(later);
      expect(canRestore()).toBe(false);
    },
  );
});

it("a run without signal fails at once, and sends nothing later", async () => {
  const { backend, current, press } = await openSettings();
  act(() => setConnectionState("offline"));
  await press("deleteAllData");
  expect(current().outcome).toMatchObject({
    isError: true,
    message: "This needs a connection. Try again when the signal is back.",
  });
  expect(backend.callsOf(api.seed.deleteAllData)).toEqual([]);
  act(() => setConnectionState("live"));
  await press("deleteAllData");
  expect(current().outcome).toMatchObject({ isError: false });
});
