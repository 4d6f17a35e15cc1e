import { act, render, screen, waitFor } from "@testing-library/react";
import { createElement } from "react";
import { toast, Toaster } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { showInstallHint, type InstallPrompt } from "@/lib/installHint";
import { beginPendingWork } from "@/lib/pendingWork";
import { sonnerToasts } from "@/components/sonnerToasts";
import { provideToasts } from "@/lib/toasts";

const FIRST_VISIT = 1_000_000;
const SECOND_VISIT = FIRST_VISIT + 30 * 60 * 1000;

function aDevice({ matches = ["(pointer: coarse)"], isSecure = true } = {}) {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: matches.includes(query),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal("isSecureContext", isSecure);
  render(createElement(Toaster));
  provideToasts(sonnerToasts);
}

const show = (now: number, prompt: InstallPrompt | null = null) =>
  act(() => showInstallHint(prompt, now));

/** The toasts on their way to the screen too, which shows one a moment later. */
const hints = () => toast.getToasts().length;

beforeEach(() => localStorage.clear());
afterEach(() => {
  act(() => void toast.dismiss());
  vi.unstubAllGlobals();
});

it("the hint comes on the second visit, until it is dismissed", async () => {
  aDevice();
  show(FIRST_VISIT);
  show(SECOND_VISIT - 1);
  expect(hints()).toBe(0);
  show(SECOND_VISIT);
  await screen.findByText("Put Downspout on the home screen");
  act(() => screen.getByRole("button", { name: "OK" }).click());
  expect(localStorage.getItem("downspout:install-hint")).toBe("dismissed");
  show(SECOND_VISIT + 1);
  expect(localStorage.getItem("downspout:install-hint")).toBe("dismissed");
});

it("installs the page if the browser offers it", async () => {
  aDevice();
  const prompt = vi.fn(() => Promise.resolve());
  show(FIRST_VISIT);
  show(SECOND_VISIT, Object.assign(new Event("beforeinstallprompt"), { prompt }));
  const install = await screen.findByRole("button", { name: "Install" });
  act(() => install.click());
  expect(prompt).toHaveBeenCalledOnce();
});

it("names the steps on an iPhone", async () => {
  aDevice();
  vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (iPhone)" });
  show(FIRST_VISIT);
  show(SECOND_VISIT);
  await waitFor(() => expect(screen.getByText(/Tap Share, then Add to Home/)).toBeVisible());
});

it("says over plain http that the address needs https", async () => {
  aDevice({ isSecure: false });
  show(FIRST_VISIT);
  show(SECOND_VISIT);
  await screen.findByText("This address does not open without signal");
});

it.each([
  ["on a computer", []],
  ["in the installed app", ["(pointer: coarse)", "(display-mode: standalone)"]],
])("the hint is not shown %s", (_, matches) => {
  aDevice({ matches });
  show(FIRST_VISIT);
  show(SECOND_VISIT);
  expect(hints()).toBe(0);
});

it("the hint is not shown while a change waits on the device", () => {
  aDevice();
  const remove = beginPendingWork("waiting");
  show(FIRST_VISIT);
  show(SECOND_VISIT);
  remove();
  expect(hints()).toBe(0);
});
