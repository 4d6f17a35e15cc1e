import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { runPaletteAction, usePaletteAction } from "@/lib/paletteActions";

/** A screen that offers the action while it is mounted. */
const aScreen = (id: string, run: () => void) =>
  renderHook(() => usePaletteAction({ id, label: id, run }));

it("runs an action of the screen at once", () => {
  const run = vi.fn();
  const { unmount } = aScreen("export", run);
  expect(runPaletteAction("export")).toBe(true);
  expect(run).toHaveBeenCalledOnce();
  unmount();
  expect(runPaletteAction("other")).toBe(false);
});

it("runs an action of another page once, when its screen opens", () => {
  const run = vi.fn();
  expect(runPaletteAction("newJob")).toBe(false);
  aScreen("export", run).unmount();
  expect(run).not.toHaveBeenCalled();
  aScreen("newJob", run).unmount();
  aScreen("newJob", run).unmount();
  expect(run).toHaveBeenCalledOnce();
});

it("forgets the action of another page once a later one was chosen", () => {
  const run = vi.fn();
  const { unmount } = aScreen("export", () => undefined);
  runPaletteAction("newJob");
  runPaletteAction("export");
  unmount();
  aScreen("newJob", run).unmount();
  expect(run).not.toHaveBeenCalled();
});
