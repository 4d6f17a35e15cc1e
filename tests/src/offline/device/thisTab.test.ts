// @vitest-environment node
import { afterEach, expect, it, vi } from "vitest";
import { claimTab, openTabs, THIS_TAB } from "@/offline/device/thisTab";

afterEach(() => vi.unstubAllGlobals());

const PREFIX = "downspout:tab:";

it("knows the open tabs by the locks that they hold", async () => {
  const held: string[] = ["downspout:page", `${PREFIX}another`];
  vi.stubGlobal("navigator", {
    locks: {
      request: (name: string, work: () => Promise<void>) => {
        held.push(name);
        return work();
      },
      query: () => Promise.resolve({ held: held.map((name) => ({ name })) }),
    },
  });
  expect(await openTabs()).toEqual(new Set(["another", THIS_TAB]));
  await claimTab();
  await claimTab();
  expect(held.slice(2)).toEqual([PREFIX + THIS_TAB]);
  expect(await openTabs()).toEqual(new Set(["another", THIS_TAB]));
});

it("knows only itself over plain http, where there are no locks", async () => {
  vi.stubGlobal("navigator", {});
  await claimTab();
  expect(await openTabs()).toEqual(new Set([THIS_TAB]));
});
