import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { JobCard } from "@/features/jobs/JobCard";
import { formatMoney } from "@domain/text/money";
import { aJob } from "../../../support/builders";

vi.mock("@domain/text/money", { spy: true });

type Props = Parameters<typeof JobCard>[0];

const FIRST: Props = {
  job: aJob({ jobs_price: 450 }),
  cover: { url: "a" },
  onOpen: () => undefined,
};

/** Whether the card is rendered again. */
function rendersFor(next: Partial<Props>): boolean {
  const { rerender } = render(<JobCard {...FIRST} />);
  vi.mocked(formatMoney).mockClear();
  rerender(<JobCard {...FIRST} {...next} />);
  return vi.mocked(formatMoney).mock.calls.length > 0;
}

it.each<[string, Partial<Props>, boolean]>([
  ["nothing", {}, false],
  ["an equal cover", { cover: { url: "a" } }, false],
  ["another cover", { cover: { url: "b" } }, true],
  ["no cover", { cover: null }, true],
  ["a cover that loads again", { cover: { url: undefined } }, true],
  ["a changed job", { job: aJob({ jobs_price: 500 }) }, true],
  ["another action", { onOpen: () => undefined }, true],
])("a card with %s is rendered again: %s", (_name, next, isRendered) => {
  expect(rendersFor(next)).toBe(isRendered);
});

it("a card keeps room for a photo that is not loaded yet, and has none without a photo", () => {
  const { container, rerender } = render(<JobCard {...FIRST} cover={{ url: undefined }} />);
  const [picture] = screen.getByRole("button").children;
  expect(picture).toHaveClass("bg-sunken");
  rerender(<JobCard {...FIRST} cover={null} />);
  expect(container.querySelector(".bg-sunken")).toBeNull();
});
