import { act, fireEvent, render, screen } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastContainer } from "@/components/ToastContainer";
import { ThemeProvider } from "@/lib/ThemeProvider";
import { dismissToast, showToast } from "@/lib/toasts";

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <ThemeProvider>
      <ToastContainer />
    </ThemeProvider>,
  );
});
afterEach(() => {
  act(() => {
    toast.dismiss();
    vi.runAllTimers();
  });
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

/** Sonner measures and mounts a toast in steps, each with its own timer. */
function show(title: string, onClick: () => void) {
  act(() =>
    showToast("message", title, {
      id: "one",
      duration: 8000,
      action: { label: title, onClick },
    }),
  );
  wait(0);
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const titles = () => screen.queryAllByText(/first|second/, { selector: "[data-title]" });

/** Each way in which a toast leaves. */
const leave = {
  "its action": () => press("first"),
  "its close button": () => press("Close toast"),
  "a dismissal": () => act(() => dismissToast("one")),
  "its time": () => wait(8000),
};

it.each(Object.entries(leave))(
  "keeps a toast that is shown again while the one before leaves by %s",
  (_way, end) => {
    const first = vi.fn();
    const second = vi.fn();
    show("first", first);
    end();
    show("second", second);
    // A dismissal reaches the toast in an effect, which sets the timer that removes it.
    wait(100);
    wait(1000);
    expect(titles().map(({ textContent }) => textContent)).toEqual(["second"]);
    press("second");
    expect(second).toHaveBeenCalledOnce();
  },
);

it("a toast's button works once, although it can be clicked while the toast leaves", () => {
  const first = vi.fn();
  show("first", first);
  const button = screen.getByRole("button", { name: "first" });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(first).toHaveBeenCalledOnce();
});

it("shows a toast with the id of an open one in its place", () => {
  show("first", () => {});
  show("second", () => {});
  expect(titles().map(({ textContent }) => textContent)).toEqual(["second"]);
});
