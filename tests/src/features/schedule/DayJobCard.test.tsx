import { render, screen } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import { expect, it } from "vitest";
import { dayRange } from "@domain/dates/days";
import { DayJobCard } from "@/features/schedule/DayJobCard";
import { aJob } from "../../../support/builders";
import { FakeBackend } from "../../../support/fakeBackend";

const at = (hour: number) => new Date(2026, 10, 20, hour).getTime();

function show(dates: object, isDesk: boolean) {
  render(
    <ConvexProvider client={new FakeBackend().asClient()}>
      <DayJobCard
        job={{ ...aJob({ job_status: "approved" }), ...dates }}
        range={dayRange("2026-11-20")}
        cover={null}
        isDesk={isDesk}
        onOpen={() => undefined}
        onTakePhoto={() => undefined}
        onMore={() => undefined}
      />
    </ConvexProvider>,
  );
  const badge = screen.getByText(/ Scheduled|^Approved$/);
  return [document.querySelector("time")?.textContent, badge.textContent];
}

const both = { job_estimate_date: at(14), job_install_date: at(9) };

it.each([
  ["a desk", true, both, ["2:00 PM", "Estimate Scheduled"]],
  ["a phone", false, both, ["9:00 AM", "Estimate Scheduled, 2:00 PM"]],
  ["a phone", false, { job_install_date: at(9) }, ["9:00 AM", "Install Scheduled"]],
  ["a phone", false, {}, [undefined, "Approved"]],
])("on %s, wide: %j, a card of the day with %j reads %j", (_name, isDesk, dates, texts) => {
  expect(show(dates, isDesk)).toEqual(texts);
});

it.each([
  ["once, in the rail beside the card", { job_estimate_date: at(14) }, true],
  ["in the card, where the rail has another", both, false],
])("a desk shows the time of the badge %s", (_name, dates, isRead) => {
  show(dates, true);
  expect(document.querySelector("time")!.classList.contains("sr-only")).toBe(isRead);
});
