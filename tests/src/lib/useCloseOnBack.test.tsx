import { render, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { expect, test, vi } from "vitest";
import { useCloseOnBack } from "@/lib/useCloseOnBack";

function Overlay({ onBack }: { readonly onBack: () => void }) {
  useCloseOnBack(onBack);
  return null;
}

const isOverlay = () => (window.history.state as { overlay?: boolean } | null)?.overlay === true;

test("Back calls onBack, and again if the dialog stayed open", async () => {
  const onBack = vi.fn();
  const { unmount } = render(<Overlay onBack={onBack} />);
  window.history.back();
  await waitFor(() => expect(onBack).toHaveBeenCalledTimes(1));
  window.history.back();
  await waitFor(() => expect(onBack).toHaveBeenCalledTimes(2));
  unmount();
  await waitFor(() => expect(isOverlay()).toBe(false));
  expect(onBack).toHaveBeenCalledTimes(2);
});

test("removes its history entry, also in strict mode", async () => {
  window.history.pushState({ page: "before" }, "");
  const onBack = vi.fn();
  const { unmount } = render(<Overlay onBack={onBack} />, {
    wrapper: StrictMode,
  });
  expect(isOverlay()).toBe(true);
  unmount();
  await waitFor(() => expect(window.history.state).toEqual({ page: "before" }));
  expect(onBack).not.toHaveBeenCalled();
});

test("closing does not go back past a page opened from the dialog", async () => {
  const { unmount } = render(<Overlay onBack={vi.fn()} />);
  window.history.pushState({ page: "next" }, "");
  unmount();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(window.history.state).toEqual({ page: "next" });
});

test("a dialog that opens during another's history.back() stays open", async () => {
  const former = render(<Overlay onBack={vi.fn()} />);
  former.unmount();
  // history.back() is called now; popstate fires asynchronously.
  const back = vi.spyOn(window.history, "back");
  await waitFor(() => expect(back).toHaveBeenCalled(), { interval: 1 });
  const onBack = vi.fn();
  const next = render(<Overlay onBack={onBack} />);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(onBack).not.toHaveBeenCalled();
  expect(isOverlay()).toBe(true);
  window.history.back();
  await waitFor(() => expect(onBack).toHaveBeenCalledTimes(1));
  next.unmount();
  await waitFor(() => expect(isOverlay()).toBe(false));
});

test("Back closes the last of two dialogs, and closing it leaves the other open", async () => {
  const [onOuterBack, onInnerBack] = [vi.fn(), vi.fn()];
  const outer = render(<Overlay onBack={onOuterBack} />);
  const inner = render(<Overlay onBack={onInnerBack} />);
  window.history.back();
  await waitFor(() => expect(onInnerBack).toHaveBeenCalledTimes(1));
  inner.unmount();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(onOuterBack).not.toHaveBeenCalled();
  expect(isOverlay()).toBe(true);
  window.history.back();
  await waitFor(() => expect(onOuterBack).toHaveBeenCalledTimes(1));
  expect(onInnerBack).toHaveBeenCalledTimes(1);
  outer.unmount();
  await waitFor(() => expect(isOverlay()).toBe(false));
});
