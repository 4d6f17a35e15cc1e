import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Toasts } from "@/components/Toasts";
import { ThemeProvider } from "@/lib/ThemeProvider";
import { dismissToast, showToast } from "@/lib/toasts";

afterEach(() => {
  act(() => dismissToast("price"));
  vi.doUnmock("@/components/ToastContainer");
});

function show() {
  render(
    <ThemeProvider>
      <Toasts />
    </ThemeProvider>,
  );
  act(() =>
    showToast("error", "Save failed", {
      id: "price",
      description: "Price: too much",
    }),
  );
}

test("a toast from before Sonner is loaded is shown once it is", async () => {
  show();
  const title = await screen.findByText("Save failed");
  expect(title.closest("[data-sonner-toast]")).toHaveTextContent("Price: too much");
});

test("a toast is shown even if Sonner's code cannot be loaded", async () => {
  vi.doMock("@/components/ToastContainer", () => {
    throw new Error("Failed to fetch dynamically imported module");
  });
  show();
  expect(await screen.findByRole("alert")).toHaveTextContent("Save failed. Price: too much");
});
