import { screen, waitFor } from "@testing-library/react";
import { beforeAll, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { CLOSES_TOO_EARLY } from "@domain/changes/setOfficeSettings";
import { DUE_OUT_OF_RANGE } from "@domain/job/jobInput";
import { OfficeHoursDialog } from "@/features/messages/OfficeHoursDialog";
import { renderOn, stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { aUser, fill } from "../../../support/user";

beforeAll(stubLayout);

it("saves the office's hours together, and stays open if they are impossible", async () => {
  const { backend } = aJobsBackend({ jobs: [] });
  backend.answer(api.office.settings, () => ({}));
  backend.perform(api.office.setSettings, () => null);
  const onClose = vi.fn();
  renderOn(backend, <OfficeHoursDialog onClose={onClose} />);
  const user = aUser();
  const closes = await screen.findByLabelText("Office closes");
  const save = screen.getByRole("button", { name: "Save" });
  await fill(user, screen.getByLabelText("Office opens"), "7");
  await fill(user, closes, "6 am");
  await user.click(save);
  expect(screen.getByText(CLOSES_TOO_EARLY)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await user.clear(closes);
  await fill(user, closes, "4:30");
  await user.click(save);
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() =>
    expect(backend.callsOf(api.office.setSettings)).toMatchObject([
      { opens_at: 420, closes_at: 990 },
    ]),
  );
});

it("saves after how many months cleanings are due again, and stays open if the text is not a number", async () => {
  const { backend } = aJobsBackend({ jobs: [] });
  backend.answer(api.office.settings, () => ({}));
  backend.perform(api.office.setSettings, () => null);
  const onClose = vi.fn();
  renderOn(backend, <OfficeHoursDialog of="due" onClose={onClose} />);
  const user = aUser();
  const months = await screen.findByLabelText("Gutter cleaning due again after");
  const save = screen.getByRole("button", { name: "Save" });
  await fill(user, months, "yearly");
  await user.click(save);
  expect(screen.getByText(DUE_OUT_OF_RANGE)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await user.clear(months);
  await fill(user, months, "12");
  await user.click(save);
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() =>
    expect(backend.callsOf(api.office.setSettings)).toMatchObject([{ due_months: 12 }]),
  );
});
