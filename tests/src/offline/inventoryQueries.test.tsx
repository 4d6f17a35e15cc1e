import { act } from "@testing-library/react";
import { expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { useColors, useItems } from "@/offline/inventoryQueries";
import { useOutbox } from "@/offline/useOutbox";
import { aColor, anItem } from "../../support/builders";
import { FakeBackend } from "../../support/fakeBackend";
import { aWaiting } from "../../support/waitingItem";
import { renderUnsent } from "../../support/unsentPage";

it("counts an intake that waits as soon as its items are loaded, in each category", async () => {
  const backend = new FakeBackend();
  // The same rows after each answer, as in the real client.
  const colors = [aColor({ quantity: 10 })];
  backend.answer(api.inventory.listColors, () => colors);
  const page = await renderUnsent(
    () => ({
      gutter: useColors("gutter"),
      trim: useColors("trim"),
      items: useItems(),
      put: useOutbox().put,
    }),
    { backend },
  );
  const entries = [{ itemId: "item-a", quantity: 5, colorNumber: "180" }];
  await act(async () => {
    await page.current().put(aWaiting("inventory:recordIntake", { entries })).isStored;
  });
  const stock = () => {
    const { gutter, trim } = page.current();
    return [gutter, trim].map((colors) => colors?.[0]?.quantity);
  };
  expect([stock(), page.current().items]).toEqual([[10, 10], undefined]);
  backend.answer(api.inventory.listItems, () => [
    anItem({ _id: "item-a" as Id<"inventoryItems">, category: "trim" }),
  ]);
  expect(stock()).toEqual([10, 15]);
});
