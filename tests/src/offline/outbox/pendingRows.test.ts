// @vitest-environment node
import { expect, it } from "vitest";
import type { OutboxItem } from "convex-outbox";
import { PendingRows, unrefused } from "@/offline/outbox/pendingRows";
import { pending } from "../../../support/pendingItem";
import { showsWhatTheOfficeStores } from "../../../support/pendingOfficeProperty";
import { showsWhatTheServerStores } from "../../../support/pendingRowsProperty";

it("shows of every job the same before, between and after the answers: what the server stores in the end", async () => {
  await showsWhatTheServerStores(10);
});

it("shows of stock, levels, prices and texts the same before, between and after the answers", async () => {
  await showsWhatTheOfficeStores(4);
});

it("shows the office's texts with the changes that wait, in their order, and no refused one", () => {
  const templates = { message_company: "Elm", message_done: "Done." };
  const set = (
    args: OutboxItem["args"],
    state?: OutboxItem["state"],
  ): OutboxItem => pending("messages:setTemplates", { ...args }, state);
  const waiting = [
    set({ message_company: "Oak" }),
    set({ message_company: "Ash", message_done: null }),
    set({ message_link: "not a link" }),
    set(
      { message_company: "Fir" },
      { kind: "refused", code: "INVALID", message: "No." },
    ),
  ];
  const shown = new PendingRows({ templates }, unrefused(waiting));
  expect(shown.templates).toEqual({ message_company: "Ash" });
});
