import { act, screen } from "@testing-library/react";
import { beforeAll, expect, test, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { JobsScreen } from "@/features/jobs/JobsScreen";
import { SharedValue, useSharedValue } from "@/lib/SharedValue";
import { aCustomer, aJob } from "../../../support/builders";
import { renderOn, stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { aUser } from "../../../support/user";

const { onRender } = vi.hoisted(() => ({ onRender: vi.fn() }));

// A part of the form that renders whenever the form does.
vi.mock("@/features/jobs/JobDetails", () => ({
  JobDetails: () => {
    onRender();
    return null;
  },
}));

beforeAll(stubLayout);

test("an open form of a job does not render again with the list below it, nor with results that change nothing", async () => {
  const job = aJob();
  const { backend, setCustomer } = aJobsBackend({
    jobs: [job],
    customers: [aCustomer()],
  });
  backend.answer(api.jobs.list, () => ({
    page: [job],
    isDone: true,
    continueCursor: "end",
  }));
  const address = new SharedValue<{ job?: string }>({});
  function Screen() {
    return (
      <JobsScreen
        address={useSharedValue(address)}
        onAddressChange={() => undefined}
        MoveVisits={() => null}
      />
    );
  }
  renderOn(backend, <Screen />);
  await aUser().click(await screen.findByRole("button", { name: /Ann Field/ }));
  expect(await screen.findByLabelText("Email")).toHaveValue("ann@example.com");
  onRender.mockClear();

  act(() => address.set({ job: job._id }));
  act(() => backend.changed());
  expect(onRender).not.toHaveBeenCalled();

  setCustomer("C-1001", { customer_email: "ann@field.example" });
  expect(screen.getByLabelText("Email")).toHaveValue("ann@field.example");
  expect(onRender).toHaveBeenCalled();
});
