import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { ConvexError } from "convex/values";
import { toast, Toaster } from "sonner";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sonnerToasts } from "@/components/sonnerToasts";
import { provideToasts } from "@/lib/toasts";
import { useSave } from "@/offline/useSave";
import { see } from "../../support/user";

beforeEach(() => provideToasts(sonnerToasts));
afterEach(() => {
  act(() => void toast.dismiss());
  vi.unstubAllGlobals();
});

function Saver({
  change,
  atField = false,
  name = "Price",
}: {
  readonly change: () => Promise<unknown>;
  readonly atField?: boolean;
  readonly name?: string;
}) {
  const { save, isSaving } = useSave();
  return (
    <>
      <Toaster />
      <button
        disabled={isSaving}
        onClick={() =>
          void save(change, {
            name,
            shows: atField ? (error) => error.code === "INVALID" : undefined,
          })
        }
      >
        go
      </button>
    </>
  );
}

const go = () => userEvent.click(screen.getByRole("button", { name: "go" }));

// Spec 8.5
test("shows 'Saved' with the field's name", async () => {
  render(<Saver change={() => Promise.resolve(null)} />);
  await go();
  await see("Saved");
  expect(screen.getByText("Price")).toBeVisible();
});

// Spec 8.6
test("shows 'Save failed' with the name and the server's message, once", async () => {
  const refusal = new ConvexError({
    code: "INVALID",
    field: "jobs_price",
    message: "A price cannot be negative.",
  });
  render(<Saver change={() => Promise.reject(refusal)} />);
  await go();
  await see("Price: A price cannot be negative.");
  expect(screen.getAllByText("Save failed")).toHaveLength(1);
});

test("shows no toast for an error shown at the field", async () => {
  const refusal = new ConvexError({ code: "INVALID", message: "No." });
  render(<Saver atField change={() => Promise.reject(refusal)} />);
  await go();
  expect(screen.queryByText("Save failed")).not.toBeInTheDocument();
});

test("shows a generic message for a bug and reports it", async () => {
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  const bug = new TypeError("x is undefined");
  render(<Saver change={() => Promise.reject(bug)} />);
  await go();
  await see("Price: Something went wrong. Your change was not saved.");
  expect(report).toHaveBeenCalledWith(bug);
});

test("the save is pending until the request resolves", async () => {
  let answer: (value: null) => void = () => {};
  const change = () => new Promise((resolve) => (answer = resolve));
  render(<Saver change={change} />);
  await go();
  expect(screen.getByRole("button", { name: "go" })).toBeDisabled();
  answer(null);
  await see("Saved");
  expect(screen.getByRole("button", { name: "go" })).toBeEnabled();
});

test.each([
  [
    "12 Elm Street: Price",
    "Price was changed since, so this cannot be undone.",
    "12 Elm Street: Price was changed since, so this cannot be undone.",
  ],
  ["Address", "Address is required.", "Address is required."],
  [
    "12 Elm Street: Install",
    "Install date was changed since.",
    "12 Elm Street: Install date was changed since.",
  ],
  ["Price", "Prices cannot be negative.", "Price: Prices cannot be negative."],
])("names the cause of a refusal once, for %j and %j", async (name, message, shown) => {
  const refusal = new ConvexError({ code: "CONFLICT", message });
  render(<Saver name={name} change={() => Promise.reject(refusal)} />);
  await go();
  expect(await screen.findByText(shown)).toBeVisible();
});
