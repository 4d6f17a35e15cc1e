import { renderHook } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import {
  beginPendingWork,
  hasOpenText,
  hasPendingWork,
  hasUnsavedWork,
  isReloadHarmless,
  isTextKept,
  onNoOpenText,
  usePendingWork,
} from "@/lib/pendingWork";

const answers = () => ({
  pending: hasPendingWork(),
  openText: hasOpenText(),
  unsaved: hasUnsavedWork(),
});

it("distinguishes work that a reload would lose from work that the device keeps", () => {
  const none = { pending: false, openText: false, unsaved: false };
  expect(answers()).toEqual(none);
  const endWaiting = beginPendingWork("waiting");
  expect(answers()).toEqual({ ...none, pending: true });
  const endStored = beginPendingWork("stored");
  expect(answers()).toEqual({ ...none, pending: true, openText: true });
  const endUnsaved = beginPendingWork("unsaved");
  expect(answers()).toEqual({ pending: true, openText: true, unsaved: true });
  for (const end of [endUnsaved, endStored, endWaiting]) end();
  expect(answers()).toEqual(none);
});

it("reports once that the last open text is gone, whatever waits in the outbox", async () => {
  const listener = vi.fn();
  onTestFinished(onNoOpenText(listener));
  const endWaiting = beginPendingWork("waiting");
  const [endStored, endUnsaved] = [beginPendingWork("stored"), beginPendingWork("unsaved")];
  endStored();
  await Promise.resolve();
  expect(listener).not.toHaveBeenCalled();
  endUnsaved();
  endUnsaved();
  await Promise.resolve();
  expect(listener).toHaveBeenCalledOnce();
  endWaiting();
  await Promise.resolve();
  expect(listener).toHaveBeenCalledOnce();
});

it("does not report a text as gone whose kind changes", async () => {
  const listener = vi.fn();
  onTestFinished(onNoOpenText(listener));
  type Kind = Parameters<typeof usePendingWork>[0];
  const { rerender, unmount } = renderHook(usePendingWork, {
    initialProps: "stored" as Kind,
  });
  rerender("unsaved");
  await Promise.resolve();
  expect(listener).not.toHaveBeenCalled();
  unmount();
  await Promise.resolve();
  expect(listener).toHaveBeenCalledOnce();
});

it("lets a page reload only without unsaved work and without a dialog", () => {
  expect(isReloadHarmless()).toBe(true);
  const end = beginPendingWork("unsaved");
  expect(isReloadHarmless()).toBe(false);
  end();
  const dialog = document.createElement("div");
  dialog.setAttribute("role", "dialog");
  document.body.append(dialog);
  onTestFinished(() => dialog.remove());
  expect(isReloadHarmless()).toBe(false);
});

it("a reload keeps text if the device has it and no dialog holds other text", () => {
  const open = () => {
    const dialog = document.createElement("div");
    dialog.setAttribute("role", "dialog");
    document.body.append(dialog);
    onTestFinished(() => dialog.remove());
  };
  expect(isTextKept()).toBe(true);
  open();
  expect(isTextKept()).toBe(false);
  const endStored = beginPendingWork("stored");
  expect(isTextKept()).toBe(true);
  open();
  expect(isTextKept()).toBe(false);
  document.querySelector("[role=dialog]")?.remove();
  const endUnsaved = beginPendingWork("unsaved");
  expect(isTextKept()).toBe(false);
  endUnsaved();
  expect(isTextKept()).toBe(true);
  endStored();
});
