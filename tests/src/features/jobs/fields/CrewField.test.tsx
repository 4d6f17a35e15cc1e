import { fireEvent, screen } from "@testing-library/react";
import { beforeAll, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { CrewField } from "@/features/jobs/fields/CrewField";
import { JobFormContext, type JobFormControl } from "@/job/JobFormContext";
import { FakeBackend, stubLayout } from "../../../../support/fakeBackend";
import { renderUnsent } from "../../../../support/unsentPage";

beforeAll(stubLayout);

async function show(value: string) {
  const backend = new FakeBackend();
  const crews = [
    { key: "crew 1", name: "Crew 1" },
    { key: "crew 2", name: "Red crew" },
  ];
  backend.answer(api.office.settings, () => ({ crews }));
  const form = {
    values: { job_install_crew: value },
    notes: {},
    isLocked: false,
    ...{ focus: vi.fn(), type: vi.fn(), leave: vi.fn(), choose: vi.fn() },
  };
  await renderUnsent(() => null, {
    backend,
    screen: (
      <JobFormContext value={form as unknown as JobFormControl}>
        <CrewField name="job_install_crew" />
      </JobFormContext>
    ),
  });
  const field = await screen.findByLabelText("Install crew");
  return { form, field };
}

it("shows the present name of a crew, and saves nothing else if the field is left as it was", async () => {
  const { form, field } = await show("Crew 2");
  await vi.waitFor(() => expect(field).toHaveValue("Red crew"));
  fireEvent.focus(field);
  fireEvent.blur(field);
  expect(form.leave.mock.calls).toEqual([["job_install_crew", "Crew 2"]]);
});

it.each([
  ["the name of a crew in other letters", "CREW 1", "Crew 1"],
  ["the present name of a renamed crew", "red crew", "crew 2"],
])("%s is saved as that crew", async (_what, typed, stored) => {
  const { form, field } = await show("");
  await screen.findByRole("combobox");
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.blur(field);
  expect(form.leave.mock.calls).toEqual([["job_install_crew", stored]]);
});

it("a crew that the office does not have is saved as it was typed", async () => {
  const { form, field } = await show("");
  fireEvent.change(field, { target: { value: " Ann Lee " } });
  fireEvent.blur(field);
  expect(form.leave.mock.calls).toEqual([["job_install_crew", "Ann Lee"]]);
});

it("offers the office's crews whose names contain the typed text", async () => {
  const { form, field } = await show("");
  await vi.waitFor(() => {
    fireEvent.click(field);
    expect(screen.getAllByRole("option")).toHaveLength(2);
  });
  fireEvent.change(field, { target: { value: "re" } });
  expect(screen.getAllByRole("option")).toHaveLength(2);
  fireEvent.change(field, { target: { value: "red" } });
  fireEvent.click(screen.getByRole("option", { name: "Red crew" }));
  expect(form.choose.mock.calls).toEqual([["job_install_crew", "crew 2"]]);
});
