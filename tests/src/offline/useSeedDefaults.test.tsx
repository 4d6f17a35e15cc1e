import { act } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { lastUndoable, provideUndo } from "@/offline/outbox/undoable";
import { useSeedDefaults } from "@/offline/useSeedDefaults";
import { A_UUID, expectCall } from "../../support/expectCall";
import { FakeBackend } from "../../support/fakeBackend";
import { renderUnsent } from "../../support/unsentPage";

afterEach(() => provideUndo(null));

it.each([
  ["something was added", "change1" as Id<"changes">],
  ["everything was there", null],
])("the default stock is added under an id, which Undo names if %s", async (_what, change) => {
  const backend = new FakeBackend();
  backend.perform(api.inventorySeed.seedDefaults, () => ({
    ...{ items: 44, prices: 68, colors: 41 },
  }));
  backend.answer(api.changes.ofIntent, () => change);
  const { current, sent } = await renderUnsent(() => useSeedDefaults("Stock"), { backend });
  const { undo } = await act(current());
  const calls = await sent();
  expectCall("inventorySeed.seedDefaults", calls, {
    args: { intentId: A_UUID },
  });
  expect(undo === undefined).toBe(change === null);
  expect(lastUndoable()).toEqual(undo);
  if (undo !== undefined) expect(calls[0]?.args).toEqual({ intentId: undo.id });
});
