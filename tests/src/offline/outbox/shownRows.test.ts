// @vitest-environment node
import { expect, it } from "vitest";
import type { OutboxItem } from "convex-outbox";
import { OfficeRows } from "@/offline/outbox/officeRows";
import { unrefused } from "@/offline/outbox/shownRows";
import { aWaiting } from "../../../support/waitingItem";
import { showsWhatTheOfficeStores } from "../../../support/shownOfficeProperty";
import { showsWhatTheServerStores } from "../../../support/shownRowsProperty";

it("shows the same of every job before, between and after the responses: the rows that the server stores in the end", async () => {
  await showsWhatTheServerStores(10);
});

it("shows the same of stock, levels, prices and texts before, between and after the responses", async () => {
  await showsWhatTheOfficeStores(4);
});

it("shows the office's texts and company with the waiting changes, in their order, and without refused ones", () => {
  const templates = { message_company: "Elm", message_done: "Done." };
  const settings = { company_name: "Elm", opens_at: 480, closes_at: 1020 };
  const set = (args: OutboxItem["args"], state?: OutboxItem["state"]): OutboxItem =>
    aWaiting("messages:setTemplates", { ...args }, state);
  const waiting = [
    set({ message_company: "Oak" }),
    set({ message_company: "Ash", message_done: null }),
    set({ message_link: "not a link" }),
    set({ message_company: "Fir" }, { kind: "refused", code: "INVALID", message: "No." }),
  ];
  const shown = new OfficeRows({ templates, settings }, unrefused(waiting));
  expect(shown.templates).toEqual({});
  expect(shown.settings).toEqual({ ...settings, company_name: "Ash" });
  const closed = aWaiting("office:setSettings", {
    ...{ company_name: null, opens_at: null, closes_at: null },
  });
  const later = new OfficeRows({ settings }, [...waiting, closed]);
  expect(later.settings).toEqual({});
});
