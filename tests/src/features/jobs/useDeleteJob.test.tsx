import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import type { OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import { useDeleteJob } from "@/features/jobs/useDeleteJob";
import { renderOn } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { aJob } from "../../../support/builders";

const CREATION: OutboxItem = {
  id: "intent1",
  order: 1,
  call: "jobs:create",
  args: {},
  subject: { key: "key1", label: "12 Elm Street" },
  field: null,
  label: "New job",
  at: 0,
  release: "1",
  attempts: 1,
  state: { kind: "sending", since: 0 },
};

function Screen() {
  const remove = useDeleteJob(aJob(), CREATION);
  const [said, setSaid] = useState("");
  return (
    <button
      onClick={() =>
        void remove("intent2").then((isDeleted) =>
          setSaid(isDeleted ? "deleted" : "will be deleted"),
        )
      }
    >
      Delete {said}
    </button>
  );
}

it("a new job that is being created is deleted after its creation, and a toast says so", async () => {
  const { backend } = aJobsBackend({});
  backend.perform(api.jobs.deleteJob, () => null);
  renderOn(backend, <Screen />);
  await userEvent.click(screen.getByRole("button"));
  expect(await screen.findByText("Delete will be deleted")).toBeVisible();
  await vi.waitFor(() => expect(backend.callsOf(api.jobs.deleteJob)).toEqual([{ id: "key1" }]));
});
