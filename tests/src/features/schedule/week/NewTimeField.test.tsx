import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { NewTimeField } from "@/features/schedule/week/NewTimeField";

const at = (day: number, hour: number, minute = 0) =>
  new Date(2026, 10, day, hour, minute).getTime();

afterEach(() => {
  vi.unstubAllGlobals();
});

interface Shown {
  /** The time of the visit until now. */
  readonly present: number | null;
  readonly pointer?: "fine" | "coarse";
}

function show({ present, pointer = "fine" }: Shown) {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === `(pointer: ${pointer})`,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const times: (number | null)[] = [];
  const onEnter = vi.fn();
  function Move() {
    const [time, setTime] = useState(present);
    const change = (next: number | null) => {
      times.push(next);
      setTime(next);
    };
    return (
      <NewTimeField
        at={time}
        present={present}
        now={at(24, 8)}
        onChange={change}
        onEnter={onEnter}
      />
    );
  }
  render(<Move />);
  const field = screen.getByLabelText("New time");
  return {
    field,
    onEnter,
    typed: (value: string) => {
      fireEvent.change(field, { target: { value } });
      return times.at(-1);
    },
  };
}

it.each([
  ["wed", at(25, 14, 45)],
  ["wed 10", at(25, 10)],
  ["next tue 10a", null],
  ["monkey", null],
  ["", null],
])("reads %j for a visit at 2:45 PM as %j", (text, expected) => {
  expect(show({ present: at(24, 14, 45) }).typed(text)).toBe(expected);
});

it("a day counts from the day of the visit, its distance is shown, and Enter accepts it", () => {
  const { field, onEnter, typed } = show({ present: at(26, 14, 45) });
  expect(typed("next day")).toBe(at(27, 14, 45));
  expect(field).toHaveAccessibleDescription("Fri, Nov 27, 26, 2:45 PM, 1 day later");
  expect(typed("wed 9")).toBe(at(32, 9));
  fireEvent.keyDown(field, { key: "Enter" });
  expect(onEnter).toHaveBeenCalledOnce();
  typed("today");
  expect(screen.getByText(/2 days earlier/)).toHaveClass("text-amber-ink");
  typed("monkey");
  fireEvent.keyDown(field, { key: "Enter" });
  expect(onEnter).toHaveBeenCalledOnce();
});

it("asks which day is meant, and takes the chosen one", () => {
  const { field, typed } = show({ present: at(24, 14, 45) });
  typed("next tue 10a");
  expect(field).toHaveAccessibleDescription(/^Choose which one is meant/);
  const [first] = screen.getAllByRole("button");
  fireEvent.click(first!);
  expect(field).toHaveValue("Tue, Dec 1, 26, 10:00 AM");
});

it("a day alone is not a time for a job that has no visit yet", () => {
  const { field, typed } = show({ present: null });
  expect(typed("wed")).toBeNull();
  expect(field).toHaveAccessibleDescription(/^Enter the time on Wednesday/);
});

it("accepts the time of the browser's control on touch, and none from a cleared one", () => {
  const { typed } = show({ present: at(24, 14, 45), pointer: "coarse" });
  expect(typed("2026-11-26T09:15")).toBe(at(26, 9, 15));
  expect(typed("")).toBeNull();
});
