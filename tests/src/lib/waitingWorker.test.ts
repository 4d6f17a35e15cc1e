import { afterEach, expect, it, vi } from "vitest";
import { activateWaitingVersion, reloadWithNewVersion } from "@/lib/waitingWorker";

interface Situation {
  readonly pages?: number;
  readonly isWaiting?: boolean;
  readonly isControlled?: boolean;
  readonly activates?: boolean;
}

function aBrowser({
  pages = 1,
  isWaiting = true,
  isControlled = true,
  activates = true,
}: Situation) {
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: isControlled ? {} : null,
    getRegistration: () => Promise.resolve({ waiting: isWaiting ? waiting : null }),
  });
  const messages: unknown[] = [];
  const waiting = {
    postMessage: (message: unknown) => {
      messages.push(message);
      if (activates) serviceWorker.dispatchEvent(new Event("controllerchange"));
    },
  };
  const held = Array.from({ length: pages }, () => ({
    name: "downspout:page",
  }));
  const locks = {
    request: () => new Promise(() => undefined),
    query: () => Promise.resolve({ held: [...held, { name: "other" }] }),
  };
  vi.stubGlobal("navigator", { serviceWorker, locks });
  return messages;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("activates a waiting version if no other page is open", async () => {
  const messages = aBrowser({});
  expect(await activateWaitingVersion()).toBe(true);
  expect(messages).toEqual([{ type: "SKIP_WAITING" }]);
});

it.each<[string, Situation]>([
  ["another page is open", { pages: 2 }],
  ["no version waits", { isWaiting: false }],
  ["the page came from the server", { isControlled: false }],
])("changes nothing if %s", async (_, situation) => {
  const messages = aBrowser(situation);
  expect(await activateWaitingVersion()).toBe(false);
  expect(messages).toEqual([]);
});

it("shows the old version if the new one is not active within a second", async () => {
  vi.useFakeTimers();
  aBrowser({ activates: false });
  const activated = activateWaitingVersion();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await activated).toBe(false);
});

it("no version is activated over plain http", async () => {
  vi.stubGlobal("navigator", {});
  expect(await activateWaitingVersion()).toBe(false);
});

/** The waiting version has not become active within the limit. */
async function reloadAtLimit() {
  vi.useFakeTimers();
  aBrowser({ activates: false });
  const reload = vi.fn<() => void>();
  const reloaded = reloadWithNewVersion(reload);
  await vi.advanceTimersByTimeAsync(10_000);
  await reloaded;
  return reload;
}

it("reloads after ten seconds if the waiting version does not become active", async () => {
  expect(await reloadAtLimit()).toHaveBeenCalledOnce();
});

it("reloads again if the new version becomes active after the limit", async () => {
  const reload = await reloadAtLimit();
  navigator.serviceWorker.dispatchEvent(new Event("controllerchange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(2);
});

it("reloads once if the new version becomes active within the limit", async () => {
  aBrowser({});
  const reload = vi.fn<() => void>();
  await reloadWithNewVersion(reload);
  navigator.serviceWorker.dispatchEvent(new Event("controllerchange"));
  expect(reload).toHaveBeenCalledOnce();
});
