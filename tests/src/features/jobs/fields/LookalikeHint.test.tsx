import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { LastPlace } from "@/features/jobs/fields/LookalikeHint";
import { JobFormContext, type JobFormControl } from "@/job/JobFormContext";
import { EMPTY_JOB_FORM } from "@/job/jobFormFields";
import { aCustomer } from "../../../../support/builders";
import { FakeBackend, renderOn } from "../../../../support/fakeBackend";
import { aUser } from "../../../../support/user";

it("an offered address without a city replaces the city that was typed", async () => {
  const backend = new FakeBackend();
  backend.answer(api.jobs.lastPlace, () => ({ job_address: "12 Oak St" }));
  backend.answer(api.imports.details, () => ({
    places: [{ job_address: "9 Elm St", job_city: "Troy" }],
    texts: [],
  }));
  const choose = vi.fn<JobFormControl["choose"]>();
  const form = {
    values: { ...EMPTY_JOB_FORM, job_city: "Edina" },
    isLocked: false,
    choose,
  } as Partial<JobFormControl> as JobFormControl;
  renderOn(
    backend,
    <JobFormContext value={form}>
      <LastPlace customer={aCustomer()} />
    </JobFormContext>,
  );
  const user = aUser();
  await user.click(screen.getByRole("button", { name: "9 Elm St, Troy" }));
  await user.click(screen.getByRole("button", { name: "12 Oak St" }));
  expect(choose.mock.calls).toEqual([
    ["job_address", "9 Elm St"],
    ["job_city", "Troy"],
    ["job_address", "12 Oak St"],
    ["job_city", ""],
  ]);
});
