import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { CardRange, rangesOf } from "@/features/jobs/CardRange";
import type { Job } from "@/job/jobForm";
import { aJob } from "../../../support/builders";

/** Of the mounted ranges, each its own. */
const observers = new Set<FakeObserver>();

class FakeObserver {
  readonly targets: Element[] = [];

  constructor(readonly report: IntersectionObserverCallback) {
    observers.add(this);
  }
  observe(target: Element) {
    this.targets.push(target);
  }
  disconnect() {
    observers.delete(this);
  }
}

/** As the browser reports where the ends of a range are. */
function scrollTo(range: number, isIntersecting: boolean) {
  const first = new RegExp(`^Customer ${range * 12 + 1}\\b`);
  const observer = [...observers].find(({ targets }) => first.test(targets[0]?.textContent ?? ""));
  if (observer === undefined) throw new Error(`There is no range ${range}.`);
  const entries = observer.targets.map((target) => ({
    target,
    isIntersecting,
  })) as unknown as IntersectionObserverEntry[];
  act(() => observer.report(entries, observer as never));
}

function List({ count, isPrinting = false }: ListProps) {
  const jobs = Array.from({ length: count }, (_, at) =>
    aJob({
      _id: `job${at}` as Job["_id"],
      customer_name: `Customer ${at + 1}`,
    }),
  );
  return (
    <ul>
      {rangesOf(jobs).map((range, at) => (
        <CardRange key={at} jobs={range} at={at} isPrinting={isPrinting}>
          {(job) => <button>{job.customer_name}</button>}
        </CardRange>
      ))}
    </ul>
  );
}

interface ListProps {
  readonly count: number;
  readonly isPrinting?: boolean;
}

const cards = () => document.querySelectorAll("button").length;

function show(count: number) {
  observers.clear();
  vi.stubGlobal("IntersectionObserver", FakeObserver);
  return render(<List count={count} />);
}

test("mounts the cards of the first range at once, and those of another one near the screen", () => {
  show(30);
  expect(cards()).toBe(12);
  scrollTo(1, true);
  expect(cards()).toBe(24);
  scrollTo(2, true);
  expect(cards()).toBe(30);
});

test("has as many cards mounted at the 2,000th job as at the 24th", () => {
  show(2_004);
  for (let range = 1; range < 167; range += 1) {
    scrollTo(range, true);
    if (range >= 2) scrollTo(range - 2, false);
    expect(cards()).toBeLessThanOrEqual(24);
  }
  expect(screen.getByText("Customer 2000")).toBeVisible();
});

test("keeps the text of unmounted cards for the browser's own search", () => {
  show(24);
  scrollTo(1, true);
  scrollTo(0, false);
  expect(cards()).toBe(12);
  expect(screen.getByText(/Customer 1, .*Customer 12, /)).toHaveAttribute("aria-hidden", "true");
});

test("keeps a range mounted while one of its cards has the focus", () => {
  show(24);
  scrollTo(1, true);
  screen.getByText("Customer 5").focus();
  scrollTo(0, false);
  expect(screen.getByText("Customer 5")).toHaveFocus();
  screen.getByText("Customer 20").focus();
  scrollTo(0, false);
  expect(screen.queryByText("Customer 5")).not.toBeInTheDocument();
});

test("renders every card for paper", () => {
  const { rerender } = show(36);
  expect(cards()).toBe(12);
  rerender(<List count={36} isPrinting />);
  expect(cards()).toBe(36);
});
