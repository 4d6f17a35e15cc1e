// @vitest-environment node
import { afterEach, expect, it } from "vitest";
import { dismissToast, provideToasts, showToast } from "@/lib/toasts";

afterEach(() => provideToasts(null));

/** Provides toasts, and returns what they show and dismiss. */
function provide(): string[] {
  const done: string[] = [];
  provideToasts({
    show: ({ title }) => done.push(title),
    dismiss: (id) => done.push(`dismiss ${id}`),
  });
  return done;
}

it("shows the toasts from before the container was there once, in their order, without dismissed ones", () => {
  for (const title of ["Saved", "Signed out", "Ready"]) showToast("message", title, { id: title });
  dismissToast("Signed out");
  expect(provide()).toEqual(["Saved", "Ready"]);
  expect(provide()).toEqual([]);
});

it("dismisses a toast that is shown by its id", () => {
  const done = provide();
  showToast("success", "Saved", { id: "undo-1" });
  dismissToast("undo-1");
  expect(done).toEqual(["Saved", "dismiss undo-1"]);
});
