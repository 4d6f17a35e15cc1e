import { act, fireEvent, render, screen } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ToastContainer } from "@/components/ToastContainer";
import { ThemeProvider } from "@/lib/ThemeProvider";
import { rulesOf } from "../../support/styles";

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(Element.prototype, { setPointerCapture: () => {} });
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

/** Sonner measures and mounts a toast in steps, each with its own timer. */
function show(make: () => unknown) {
  act(() => {
    make();
  });
  wait(0);
}

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const toasts = () => Array.from(document.querySelectorAll<HTMLElement>("[data-sonner-toast]"));
const area = () => document.querySelector<HTMLElement>("[data-sonner-toaster]")!;

describe("toasts", () => {
  // Spec 4.23
  it("a toast has one of six types", () => {
    for (const [type, make] of [
      ["success", () => toast.success("it")],
      ["info", () => toast.info("it")],
      ["warning", () => toast.warning("it")],
      ["error", () => toast.error("it")],
      ["loading", () => toast.loading("it")],
      [undefined, () => toast("the default has no type to show")],
    ] as const) {
      show(make);
      expect(toasts()[0]!.dataset.type).toBe(type);
    }
  });

  it("a description has the color of the page's theme, of which Sonner learns later", () => {
    const rules = rulesOf("[data-description]");
    const style = document.createElement("style");
    style.textContent = rules;
    document.head.append(style);
    show(() => toast("it", { description: "more" }));
    expect(area().dataset.sonnerTheme).toBe("dark");
    const { color } = getComputedStyle(screen.getByText("more"));
    style.remove();
    expect(color).toBe("var(--ink-muted)");
  });

  // Spec 4.24
  it("a toast is dismissed with its button", () => {
    show(() => toast.error("it", { duration: Infinity }));
    fireEvent.click(screen.getByRole("button", { name: "Close toast" }));
    wait(200);
    expect(toasts()).toEqual([]);
  });

  // Spec 9.15
  it("a toast stays 4 s and is removed 200 ms later", () => {
    show(() => toast("it"));
    wait(3999);
    expect(toasts()[0]).toHaveAttribute("data-removed", "false");
    wait(1);
    expect(toasts()[0]).toHaveAttribute("data-removed", "true");
    wait(199);
    expect(toasts()).toHaveLength(1);
    wait(1);
    expect(toasts()).toEqual([]);
  });

  // Spec 9.17
  it.each([
    [44, "false"],
    [45, "true"],
  ])("a toast swiped slowly by %d px is dismissed: %s", (distance, removed) => {
    show(() => toast("it", { duration: Infinity }));
    const swiped = toasts()[0]!;
    // jsdom's pointer events have no coordinates.
    const point = (type: string, clientY: number) =>
      fireEvent(swiped, new MouseEvent(type, { bubbles: true, clientY }));
    point("pointerdown", 0);
    wait(2000);
    point("pointermove", 2);
    point("pointermove", distance);
    point("pointerup", distance);
    expect(swiped).toHaveAttribute("data-removed", removed);
  });
});

describe("the toast area", () => {
  // Spec 9.14
  it("shows three toasts at once", () => {
    for (const text of ["1", "2", "3", "4"]) show(() => toast(text));
    expect(toasts().map((each) => each.dataset.visible)).toEqual(["true", "true", "true", "false"]);
  });

  // Spec 9.16
  it("the toast area is at the lower right, 356 px wide, with gaps of 14 px", () => {
    show(() => toast("it"));
    expect(area()).toHaveAttribute("data-y-position", "bottom");
    expect(area()).toHaveAttribute("data-x-position", "right");
    expect(area().style.getPropertyValue("--width")).toBe("356px");
    expect(area().style.getPropertyValue("--gap")).toBe("14px");
  });

  // Spec 9.18
  it("the toast area is reached with Alt+T", () => {
    show(() => toast("it"));
    expect(area()).not.toHaveFocus();
    expect(toasts()[0]).toHaveAttribute("data-expanded", "false");
    fireEvent.keyDown(document, { code: "KeyT" });
    expect(area()).not.toHaveFocus();
    fireEvent.keyDown(document, { code: "KeyT", altKey: true });
    expect(area()).toHaveFocus();
    expect(toasts()[0]).toHaveAttribute("data-expanded", "true");
  });
});
