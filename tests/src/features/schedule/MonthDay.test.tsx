import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { CalendarEntry } from "@domain/job/calendar";
import { MonthDay } from "@/features/schedule/MonthDay";

const anEntry = (at: number): CalendarEntry => ({
  ...{ date: "2026-11-12", name: `Customer ${at}`, type: "install", at },
  ...{ jobId: `job${at}`, clientKey: `key${at}` },
  ...{ address: "12 Oak St", end: null },
});

function show(shown: number, hidden = 0, waiting: readonly string[] = [], isPhone = false) {
  const all = Array.from({ length: shown + hidden }, (_, at) => anEntry(at));
  render(
    <table>
      <tbody>
        <tr>
          <MonthDay
            day="2026-11-12"
            month="2026-11"
            isToday={false}
            entries={{ shown: all.slice(0, shown), hidden: all.slice(shown) }}
            waiting={new Set(waiting)}
            helpId="help"
            isPhone={isPhone}
          />
        </tr>
      </tbody>
    </table>,
  );
  return screen.getByRole("cell");
}

it.each([
  [0, 0, undefined],
  [1, 0, undefined],
  [2, 0, "2"],
  [6, 3, "9"],
])("a phone counts a day of %d shown and %d hidden visits as %j", (shown, hidden, count) => {
  expect(show(shown, hidden).dataset["count"]).toBe(count);
});

it.each([["job0"], ["key0"]])(
  "a visit says that its change waits if its job is known as %s",
  (key) => {
    show(2, 0, [key]);
    expect(screen.getAllByRole("link", { name: /waiting: Customer 0$/ })).toHaveLength(1);
    expect(screen.queryByRole("link", { name: /waiting: Customer 1$/ })).toBe(null);
  },
);

it("a phone's day is one link, in which each visit's type is a word", () => {
  show(2, 1, [], true);
  expect(screen.getAllByRole("link")).toHaveLength(1);
  expect(screen.getByRole("listitem", { name: /^Install, .*: Customer 1$/ })).toHaveTextContent(
    "Customer 1",
  );
});
