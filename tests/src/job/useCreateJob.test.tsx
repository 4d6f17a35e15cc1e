import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, screen, waitFor } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { NewJobDialog } from "@/features/jobs/NewJobDialog";
import { renderOn, stubLayout } from "../../support/fakeBackend";
import { aJobsBackend } from "../../support/jobsBackend";
import { aUser, fill } from "../../support/user";

beforeAll(stubLayout);
beforeAll(() => vi.stubGlobal("scrollTo", () => undefined));
afterEach(() => {
  act(() => void toast.dismiss());
});

it("the toast of a created job has a button that opens it, before Undo", async () => {
  const { backend } = aJobsBackend({});
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <NewJobDialog onClose={() => undefined} />,
      notFoundComponent: () => null,
    }),
    history: createMemoryHistory(),
  });
  renderOn(backend, <RouterProvider router={router as never} />);
  const user = aUser();
  await fill(user, await screen.findByLabelText("Customer name"), "Cy Young");
  await fill(user, screen.getByLabelText("Address"), "9 Low Rd");
  await user.click(screen.getByRole("button", { name: "Save Job" }));
  await screen.findByText("Job created");
  const open = screen.getByRole("button", { name: "Open" });
  const undo = screen.getByRole("button", { name: "Undo" });
  expect(open.compareDocumentPosition(undo) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await user.click(open);
  const [created] = backend.callsOf(api.jobs.create);
  await waitFor(() =>
    expect(router.state.location).toMatchObject({
      pathname: "/jobs",
      search: { job: created?.["clientKey"] },
    }),
  );
});
