import { fireEvent, screen } from "@testing-library/react";
import { beforeAll, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { AgainOffer, DueField } from "@/features/jobs/fields/DueField";
import { JobFormContext, type JobFormControl } from "@/job/JobFormContext";
import { FakeBackend, renderOn, stubLayout } from "../../../../support/fakeBackend";

beforeAll(stubLayout);

function show(values: object, due_months?: number) {
  const backend = new FakeBackend();
  backend.answer(api.office.settings, () => (due_months === undefined ? {} : { due_months }));
  const form = { values, notes: {}, isLocked: false, choose: vi.fn() };
  renderOn(
    backend,
    <JobFormContext value={form as unknown as JobFormControl}>
      <DueField select={(options) => <select aria-label="Due">{options}</select>} />
      <AgainOffer last={{}} />
    </JobFormContext>,
  );
  return form;
}

const options = () => screen.getAllByRole("option").map((one) => one.textContent);

const VALUES = {
  ...{ job_due_months: "", job_due_date: "", job_status: "lead" },
  job_install_date: "",
};

it("offers the office's interval, other intervals, and not to repeat the cleaning", async () => {
  show({ ...VALUES, job_due_months: "9" }, 12);
  await screen.findByText("12 months, as the office has set");
  expect(options()).toEqual([
    "12 months, as the office has set",
    ...["3 months", "6 months", "12 months", "24 months", "9 months"],
    "Not again",
  ]);
});

it("says that the office has no interval, and to when a job was put off, which a tap undoes", () => {
  const form = show({ ...VALUES, job_due_date: "2027-03-01T12:00" });
  expect(options()[0]).toBe("No interval of the office yet");
  expect(screen.getByText(/^Put off to .*Mar 1, 27/)).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Clear" }));
  expect(form.choose.mock.calls).toEqual([["job_due_date", ""]]);
});

it("fills in the install of a job that is booked again, with the status that fits", () => {
  const form = show(VALUES);
  fireEvent.click(screen.getByRole("button", { name: /^In 6 months: / }));
  expect(form.choose.mock.calls).toEqual([
    ["job_install_date", expect.stringMatching(/^\d{4}-\d\d-\d\dT09:00$/)],
    ["job_status", "install_scheduled"],
  ]);
});

it("offers no day if the field has one", () => {
  show({ ...VALUES, job_install_date: "2027-03-01T12:00" });
  expect(screen.queryByRole("button", { name: /^In 6 months/ })).toBeNull();
});
