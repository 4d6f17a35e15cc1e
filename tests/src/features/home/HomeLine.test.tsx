import { render } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { HomeLine, type HomeLineProps } from "@/features/home/HomeLine";
import { aColor, aJob, anItem, type Color } from "../../../support/builders";
import { FakeBackend } from "../../../support/fakeBackend";

const at = (day: number, hour = 9) => new Date(2026, 10, day, hour).getTime();

// A Wednesday, in the third week of its month.
beforeEach(() => {
  vi.useFakeTimers({ now: at(18), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function lineOf(section: HomeLineProps["section"], prepare: (backend: FakeBackend) => void) {
  const backend = new FakeBackend();
  prepare(backend);
  const { container } = render(
    <ConvexProvider client={backend.asClient()}>
      <HomeLine section={section} />
    </ConvexProvider>,
  );
  return container.textContent;
}

it.each([
  [0, "No visits today"],
  [1, "1 visit today"],
  [2, "2 visits today"],
  [1200, "1,200 visits today"],
])("the card of the day counts %d visits as %j", (count, line) => {
  expect(
    lineOf("Dashboard", (backend) =>
      backend.answer(api.jobs.getScheduledForDay, () =>
        Array.from({ length: count }, () => aJob()),
      ),
    ),
  ).toBe(line);
});

it("the card of the calendar counts the visits from this Sunday to Saturday", () => {
  const job = (dates: object) => ({ ...aJob(), ...dates });
  const jobs = [
    job({ job_estimate_date: at(15, 0), job_install_date: at(21, 23) }),
    job({ job_estimate_date: at(14, 23), job_install_date: at(22, 0) }),
    job({ job_estimate_date: at(18) }),
  ];
  const ranges: unknown[] = [];
  const line = lineOf("Calendar", (backend) =>
    backend.answer(api.jobs.listDates, ({ range }) => {
      ranges.push(range);
      return jobs;
    }),
  );
  expect(line).toBe("3 visits this week");
  expect(ranges).toEqual([{ from: at(15, 0), until: at(22, 0) }]);
});

const color = (quantity: number): Color =>
  aColor({
    quantity,
    levels: [{ category: "gutter", size: "5", level: 100 }] as never,
    sizes: [{ category: "gutter", size: "5", quantity }] as never,
  });

it("the cards of stock and prices count what is missing", () => {
  const items = [anItem(), anItem({ _prices: [{}] as never })];
  expect(lineOf("Prices", (backend) => backend.answer(api.inventory.listItems, () => items))).toBe(
    "1 item without a price",
  );
  expect(lineOf("Prices", (backend) => backend.answer(api.inventory.listItems, () => []))).toBe(
    "No items yet",
  );
  expect(
    lineOf("Inventory", (backend) =>
      backend.answer(api.inventory.listColors, () => [color(1), color(200)]),
    ),
  ).toBe("1 gutter color to order");
});
