import type { ExternalToast } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchVersions } from "@/lib/newVersion";
import { provideToasts } from "@/lib/toasts";

const HOUR = 60 * 60 * 1000;

/** A page whose service worker controls it, or that was loaded before there was one. */
function aPage({ isControlled = true, isWaiting = false } = {}) {
  const workers = Object.assign(new EventTarget(), {
    controller: isControlled ? {} : null,
  });
  const installing = new EventTarget();
  const update = vi.fn(() => Promise.reject(new TypeError("Failed to fetch")));
  const registration = Object.assign(new EventTarget(), {
    waiting: isWaiting ? {} : null,
    installing: null as EventTarget | null,
    update,
  });
  vi.stubGlobal("navigator", { serviceWorker: workers });
  const offers: ExternalToast[] = [];
  provideToasts({
    show: ({ options }) => offers.push(options),
    dismiss: () => undefined,
  });
  watchVersions(registration as unknown as ServiceWorkerRegistration);
  return { workers, registration, installing, update, offers };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  provideToasts(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("offers a version that is waiting already", () => {
  expect(aPage({ isWaiting: true }).offers).toHaveLength(1);
});

it("offers a version once it is installed, and not while it is", () => {
  const { registration, installing, offers } = aPage();
  registration.installing = installing;
  registration.dispatchEvent(new Event("updatefound"));
  installing.dispatchEvent(new Event("statechange"));
  expect(offers).toEqual([]);
  Object.assign(registration, { waiting: {} });
  installing.dispatchEvent(new Event("statechange"));
  expect(offers).toHaveLength(1);
});

it("offers a version that another page has activated", () => {
  const { workers, offers } = aPage();
  workers.dispatchEvent(new Event("controllerchange"));
  expect(offers).toHaveLength(1);
});

it("offers nothing on a first visit, whose worker is not a new version", () => {
  const { workers, offers } = aPage({ isControlled: false, isWaiting: true });
  workers.dispatchEvent(new Event("controllerchange"));
  expect(offers).toEqual([]);
  workers.dispatchEvent(new Event("controllerchange"));
  expect(offers).toHaveLength(1);
});

it("asks for a new version every hour and when the page is shown, also without signal", async () => {
  const { update } = aPage();
  expect(update).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2 * HOUR);
  expect(update).toHaveBeenCalledTimes(2);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(update).toHaveBeenCalledTimes(3);
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(update).toHaveBeenCalledTimes(3);
});

it("says what to do first if a reload would lose typed text", async () => {
  const { offers } = aPage({ isWaiting: true });
  const dialog = document.createElement("div");
  dialog.setAttribute("role", "dialog");
  document.body.append(dialog);
  const { action } = offers[0]!;
  const press = { preventDefault: vi.fn() };
  (action as { onClick: (event: unknown) => void }).onClick(press);
  expect(press.preventDefault).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1000);
  expect(offers.map(({ id, description }) => [id, description])).toEqual([
    ["new-version", expect.stringContaining("the next time you open")],
    ["new-version", "Save or close what you are editing, then reload."],
  ]);
  dialog.remove();
});
