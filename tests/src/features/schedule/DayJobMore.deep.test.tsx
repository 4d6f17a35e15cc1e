import { fireEvent, screen } from "@testing-library/react";
import { beforeAll, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { dayRange } from "@domain/dates/days";
import { DayJobMore } from "@/features/schedule/DayJobMore";
import { messageCustomerOf } from "@/lib/openMessages";
import { aJob, type Job } from "../../../support/builders";
import { FakeBackend, renderOn, stubLayout } from "../../../support/fakeBackend";

vi.mock("@/lib/openMessages", { spy: true });

beforeAll(stubLayout);

const at = (hour: number) => new Date(2026, 10, 20, hour).getTime();

function open(change: Partial<Job>, isToday = true) {
  const backend = new FakeBackend();
  backend.perform(api.jobs.update, () => null);
  const onClose = vi.fn();
  const job = aJob({ job_estimate_date: at(10), ...change });
  const range = dayRange("2026-11-20");
  renderOn(backend, <DayJobMore {...{ job, range, isToday, onClose }} />);
  const names = screen
    .getAllByRole("button")
    .map(({ textContent }) => textContent)
    .filter(Boolean);
  return { job, onClose, names };
}

it.each([
  ["today", {}, true, ["On my way", "Mark Estimate Delivered", "Text"]],
  ["another day", {}, false, ["Mark Estimate Delivered", "Text"]],
  ["without a phone number", { job_customer_phone: "555" }, true, ["Mark Estimate Delivered"]],
  [
    "whose estimate was delivered, with an install on the day",
    { job_status: "estimate_sent", job_install_date: at(15) },
    true,
    ["On my way", "Mark Install Complete", "Text"],
  ],
  ["that is paid", { job_status: "installed_paid" }, true, ["On my way", "Text"]],
] as const)("a job %s offers the actions that fit it", (_name, change, isToday, first) => {
  const { names } = open(change, isToday);
  expect(names).toEqual(expect.arrayContaining([...first, "Copy address", "Open the customer"]));
  expect(names.filter((name) => /^(?:On my way|Mark|Text)/.test(name))).toEqual(first);
});

it("On my way closes the list and opens that message", () => {
  const { job, onClose } = open({});
  fireEvent.click(screen.getByRole("button", { name: "On my way" }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(messageCustomerOf).toHaveBeenCalledExactlyOnceWith(job, "on_my_way");
});
