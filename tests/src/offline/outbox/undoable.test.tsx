import { act, render, screen } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastContainer } from "@/components/ToastContainer";
import { ThemeProvider } from "@/lib/ThemeProvider";
import { showToast } from "@/lib/toasts";
import {
  forgetUndoable,
  lastUndoable,
  provideUndo,
  recordUndoable,
  requestUndo,
  undoToast,
} from "@/offline/outbox/undoable";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  act(() => {
    toast.dismiss();
    vi.runAllTimers();
  });
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

it("offers Undo for 8 s, and while its toast leaves", () => {
  render(
    <ThemeProvider>
      <ToastContainer />
    </ThemeProvider>,
  );
  act(() => showToast("success", "Saved", undoToast({ id: "1", name: "Price" })));
  wait(0);
  wait(7_900);
  expect(screen.getByRole("button", { name: "Undo" })).toBeVisible();
  wait(400);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

const entry = (id: string) => ({ id, name: id });

it("the last action that was not undone, of the last hundred, is undone next", () => {
  provideUndo(null);
  for (let id = 0; id <= 100; id += 1) recordUndoable(entry(String(id)));
  const ids: string[] = [];
  for (let last = lastUndoable(); last; last = lastUndoable()) {
    ids.push(last.id);
    forgetUndoable(last.id);
  }
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([100, "100", "1"]);
});

it("an undo that was requested before its code was loaded runs once", () => {
  provideUndo(null);
  requestUndo(entry("a"));
  requestUndo(entry("b"));
  const undo = vi.fn();
  provideUndo(undo);
  expect(undo.mock.calls).toEqual([[entry("a")], [entry("b")]]);
  provideUndo(undo);
  requestUndo(entry("c"));
  expect(undo.mock.calls.slice(2)).toEqual([[entry("c")]]);
});

it("the next person cannot undo an action of the previous one", () => {
  provideUndo(() => undefined);
  recordUndoable(entry("price"));
  provideUndo(null);
  requestUndo(entry("asked for after the sign-out"));
  provideUndo(null);
  const undo = vi.fn();
  provideUndo(undo);
  expect(lastUndoable()).toBeUndefined();
  expect(undo).not.toHaveBeenCalled();
});
