import { screen, waitFor } from "@testing-library/react";
import { beforeAll, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { EditJobForm } from "@/features/jobs/EditJobForm";
import { DialogFrame } from "@/components/ui/Dialog";
import { photoClientOf } from "@/offline/photos/photoClientOf";
import { aCustomer, aJob } from "../../../support/builders";
import { renderOn, stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { aUser } from "../../../support/user";

beforeAll(stubLayout);

it("discards the unsent photos of a deleted job by its id and its client key", async () => {
  const job = aJob({ clientKey: "key1" });
  const { backend } = aJobsBackend({ customers: [aCustomer()], jobs: [job] });
  backend.perform(api.jobs.deleteJob, () => null);
  const discard = vi.spyOn(photoClientOf(backend.asClient()), "discardSubject").mockResolvedValue();
  const onClose = vi.fn();
  renderOn(
    backend,
    <DialogFrame>
      <EditJobForm
        {...{ job, onClose, customer: aCustomer(), creation: undefined }}
        isDeleted={false}
      />
    </DialogFrame>,
  );
  const user = aUser();
  await user.click(screen.getByRole("button", { name: "Delete" }));
  const confirm = screen.getByRole("button", { name: "Confirm Delete" });
  await waitFor(() => expect(confirm).not.toHaveAttribute("aria-disabled"));
  await user.click(confirm);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(discard.mock.calls).toEqual([[["job1", "key1"]]]);
});
