import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, it } from "vitest";
import { api } from "@convex/_generated/api";
import { stubLayout } from "../../../support/fakeBackend";
import { button, endDialogs, field, openJob } from "../../../support/jobDialogs";
import { fill } from "../../../support/user";

beforeAll(stubLayout);
afterEach(endDialogs);

it("names at the field the person who replaced a saved value, and puts it back with one press", async () => {
  const write = { table: "jobs", id: "job1", after: { job_notes: "Side" } };
  const history = {
    page: [{ by: "dana", byName: "Dana Reyes", writes: [write] }],
    isDone: true,
    continueCursor: "",
  };
  const { user, setJob, updates } = openJob({
    prepare: (backend) => backend.answer(api.changes.ofSubject, () => history as never),
  });
  await fill(user, field("Notes"), "Gate 4417");
  await user.click(field("Price"));
  await waitFor(() => expect(updates()).toHaveLength(1));
  expect(screen.queryByText(/replaced your/)).not.toBeInTheDocument();
  act(() => setJob({ job_notes: "Side" }));
  expect(await screen.findByText(/Dana Reyes replaced your “Gate 4417”\./)).toBeVisible();
  expect(field("Notes")).toHaveValue("Side");
  await user.click(button("Use mine"));
  await waitFor(() => expect(updates()[1]).toMatchObject({ job_notes: "Gate 4417" }));
  await waitFor(() => expect(field("Notes")).toHaveValue("Gate 4417"));
  expect(screen.queryByText(/replaced your/)).not.toBeInTheDocument();
  expect(field("Notes")).toHaveFocus();
});
