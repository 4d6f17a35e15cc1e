import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConfirmButton } from "@/components/ui/ConfirmButton";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

function show() {
  const onConfirm = vi.fn();
  render(
    <ConfirmButton confirmLabel="Really delete" onConfirm={onConfirm}>
      Delete
    </ConfirmButton>,
  );
  const click = () => fireEvent.click(screen.getByRole("button"));
  return { onConfirm, click };
}

test("a confirmed button acts on the second click", () => {
  const { onConfirm, click } = show();
  click();
  expect(screen.getByRole("button")).toHaveTextContent("Really delete");
  expect(onConfirm).not.toHaveBeenCalled();
  expect(screen.getByRole("button")).toHaveAttribute("aria-disabled", "true");
  wait(600);
  expect(screen.getByRole("button")).not.toHaveAttribute("aria-disabled");
  click();
  expect(onConfirm).toHaveBeenCalledOnce();
  expect(screen.getByRole("button")).toHaveTextContent("Delete");
});

test("counts an accidental double click as one click", () => {
  const { onConfirm, click } = show();
  click();
  wait(120);
  click();
  expect(onConfirm).not.toHaveBeenCalled();
});

test("resets after a timeout and on blur", () => {
  const { click } = show();
  click();
  wait(500);
  wait(5000);
  expect(screen.getByRole("button")).toHaveTextContent(/^Delete$/);
  click();
  fireEvent.blur(screen.getByRole("button"));
  expect(screen.getByRole("button")).toHaveTextContent(/^Delete$/);
});
