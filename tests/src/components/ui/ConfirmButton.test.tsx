import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConfirmButton } from "@/components/ui/ConfirmButton";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

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

test("acts on the second click", () => {
  const { onConfirm, click } = show();
  click();
  expect(screen.getByRole("button")).toHaveTextContent("Really delete");
  expect(onConfirm).not.toHaveBeenCalled();
  vi.advanceTimersByTime(600);
  click();
  expect(onConfirm).toHaveBeenCalledOnce();
  expect(screen.getByRole("button")).toHaveTextContent("Delete");
});

test("takes an accidental double tap for one", () => {
  const { onConfirm, click } = show();
  click();
  vi.advanceTimersByTime(120);
  click();
  expect(onConfirm).not.toHaveBeenCalled();
});

test("goes back by itself, and when focus leaves", () => {
  const { click } = show();
  click();
  act(() => void vi.advanceTimersByTime(5000));
  expect(screen.getByRole("button")).toHaveTextContent(/^Delete$/);
  click();
  fireEvent.blur(screen.getByRole("button"));
  expect(screen.getByRole("button")).toHaveTextContent(/^Delete$/);
});
