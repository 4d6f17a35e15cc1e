import { act, render, screen } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastContainer } from "@/components/ToastContainer";
import { ThemeProvider } from "@/lib/ThemeProvider";
import { showToast } from "@/lib/toasts";
import { undoToast } from "@/offline/outbox/undoable";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  act(() => {
    toast.dismiss();
    vi.runAllTimers();
  });
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

it("offers Undo for 8 s, and the time during which its toast leaves", () => {
  render(
    <ThemeProvider>
      <ToastContainer />
    </ThemeProvider>,
  );
  act(() =>
    showToast("success", "Saved", undoToast({ id: "1", name: "Price" })),
  );
  wait(0);
  wait(7_900);
  expect(screen.getByRole("button", { name: "Undo" })).toBeVisible();
  wait(400);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});
