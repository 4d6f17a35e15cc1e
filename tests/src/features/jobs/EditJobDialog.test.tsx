import { act, screen, waitFor } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import { aCustomer, aJob } from "../../../support/builders";
import { renderOn, stubLayout } from "../../../support/fakeBackend";
import {
  browse,
  button,
  endDialogs,
  field,
  halfType,
  openJob,
  UNREADABLE_DATE,
} from "../../../support/jobDialogs";
import { aJobsBackend } from "../../../support/jobsBackend";
import { aUser, fill, retype, see } from "../../../support/user";

beforeAll(stubLayout);
beforeEach(() => sessionStorage.clear());
afterEach(async () => {
  vi.useRealTimers();
  await endDialogs();
});

const jobId = "job1" as Id<"jobs">;

describe("autosave", () => {
  // Spec 2.69, 8.5
  it("saves only the changed field on blur, and names it in the toast", async () => {
    const { user, updates } = openJob({
      job: aJob({ job_notes: "Gate code 4" }),
    });
    await retype(user, field("Address"), "14 Elm St");
    expect(updates()).toEqual([]);
    await user.tab();
    expect(updates()).toEqual([{ id: jobId, job_address: "14 Elm St" }]);
    const name = await screen.findByText("Address", { ignore: "label" });
    expect(name.closest("[data-sonner-toast]")).toHaveTextContent(/^Saved/);
  });

  // Spec 2.69
  it("sends nothing on blur of an unchanged field", async () => {
    const { user, updates } = openJob({ job: aJob({ jobs_price: 450 }) });
    await fill(user, field("Address"), " ");
    await user.click(field("Price"));
    await user.click(field("Notes"));
    await user.tab();
    expect(updates()).toEqual([]);
  });

  it("sends nothing when stored texts of two lines are left as they are shown", async () => {
    const { user, updates } = openJob({
      job: aJob({
        job_address: "12 Elm St\nApt 4",
        job_city: "Troy\nOH",
        customer_name: "Ann\nField",
      }),
      customers: [aCustomer({ customer_name: "Ann\nField" })],
    });
    expect(field("Address")).toHaveValue("12 Elm St, Apt 4");
    for (const label of ["Customer name", "Address", "City", "Notes"])
      await user.click(field(label));
    await user.tab();
    await user.keyboard("{Escape}");
    expect(updates()).toEqual([]);
  });

  // Spec 5.10
  it("clears a price with null, which is not 0", async () => {
    const { user, updates } = openJob({ job: aJob({ jobs_price: 450 }) });
    await user.clear(field("Price"));
    await user.tab();
    expect(updates()).toEqual([{ id: jobId, jobs_price: null }]);
  });

  it("saves a selection immediately", async () => {
    const { user, updates } = openJob();
    await user.selectOptions(field("Status"), "Approved");
    await user.click(button("Gutter cleaning"));
    await user.selectOptions(field("Obtained type"), "Yard Sign");
    expect(updates()).toEqual([
      { id: jobId, job_status: "approved" },
      { id: jobId, job_categories: ["Gutter cleaning"] },
      {
        id: jobId,
        customer: { customer_obtained_type: "Yard Sign" },
        customer_id: "C-1001",
      },
    ]);
  });

  // Spec 2.69
  it("saves a status browsed with the keys once, when the field is left", async () => {
    const { user, updates } = openJob();
    browse("Status", ["called", "estimate_scheduled", "approved"]);
    expect(updates()).toEqual([]);
    expect(field("Status")).toHaveValue("approved");
    await user.tab();
    expect(updates()).toEqual([{ id: jobId, job_status: "approved" }]);
    await user.selectOptions(field("Status"), "Service");
    expect(updates()).toHaveLength(2);
  });

  // Spec 5.13
  it("un-schedules with the clear button", async () => {
    const at = new Date(2026, 10, 20, 14, 0).getTime();
    const { user, updates } = openJob({ job: aJob({ job_install_date: at }) });
    expect(field("Install date")).toHaveValue("2026-11-20T14:00");
    await user.click(button("Clear install date"));
    expect(updates()).toEqual([{ id: jobId, job_install_date: null }]);
    expect(field("Install date")).toHaveValue("");
  });

  // Spec 8.6
  it("shows 'Save failed' with the field, and keeps the text with the error", async () => {
    const { user, backend } = openJob();
    backend.perform(api.jobs.update, () => {
      throw new ConvexError({
        code: "INVALID",
        field: "job_address",
        message: "We do not work there.",
      });
    });
    await retype(user, field("Address"), "1 Far Rd");
    await user.tab();
    await see("Save failed");
    expect(screen.getByText(/^Address: We do not/)).toBeVisible();
    expect(field("Address")).toHaveValue("1 Far Rd");
    expect(field("Address")).toHaveAccessibleDescription("We do not work there.");
  });

  // Spec 5.3
  it("autosave does not save an empty address, and disables Save Changes", async () => {
    const { user, updates } = openJob();
    await user.clear(field("Address"));
    expect(button("Save Changes")).toBeDisabled();
    await user.tab();
    expect(screen.getByRole("alert")).toHaveTextContent("Address is required.");
    expect(updates()).toEqual([]);
  });
});

describe("live data", () => {
  it("updates every field except the one being typed in", async () => {
    const { user, setJob, updates } = openJob();
    await retype(user, field("Address"), "14 El");
    setJob({ job_address: "99 Other Ave", job_notes: "From the office" });
    expect(field("Address")).toHaveValue("14 El");
    expect(field("Notes")).toHaveValue("From the office");
    expect(screen.getByText(/Someone changed this to “99 Other Ave”/)).toBeVisible();
    await user.click(button("Use theirs"));
    expect(field("Address")).toHaveValue("99 Other Ave");
    expect(updates()).toEqual([]);
  });
});

describe("leaving an existing job", () => {
  // Spec 2.68
  it("leaving an existing job by Esc saves the changed, still focused field once", async () => {
    const { user, updates, onClose } = openJob();
    await retype(user, field("Address"), "14 Elm St");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(updates()).toEqual([{ id: jobId, job_address: "14 Elm St" }]);
  });

  // Spec 2.68
  it("a job with an invalid field stays open until it is discarded", async () => {
    const { user, updates, onClose } = openJob();
    await user.clear(field("Address"));
    await user.keyboard("{Escape}");
    expect(onClose).not.toHaveBeenCalled();
    expect(field("Address")).toHaveFocus();
    expect(screen.getByRole("alert")).toHaveTextContent("Address is required.");
    await user.click(button("Discard"));
    expect(onClose).toHaveBeenCalledOnce();
    expect(updates()).toEqual([]);
  });

  // Spec 2.67
  it("leaving an existing job by Discard leaves the focused field as it was before", async () => {
    const { user, updates, onClose } = openJob({
      job: aJob({ job_notes: "Gate code 4" }),
    });
    await retype(user, field("Notes"), "Gate code 5");
    await user.click(button("Discard"));
    expect(onClose).toHaveBeenCalledOnce();
    expect(updates()).toEqual([]);
  });

  // Spec 5.12
  it("leaving an existing job by Esc with half a date stays open and shows the sentence", async () => {
    const { user, updates, onClose } = openJob();
    act(() => field("Install date").focus());
    halfType("Install date");
    await user.keyboard("{Escape}");
    expect(await screen.findByText(UNREADABLE_DATE)).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
    expect(updates()).toEqual([]);
  });

  it("a job stays open when Save Changes is rejected", async () => {
    const { user, backend, onClose } = openJob();
    backend.perform(api.jobs.update, () => {
      throw new ConvexError({ code: "CONFLICT", message: "Not now." });
    });
    await retype(user, field("Notes"), "Ladder");
    await user.click(button("Save Changes"));
    await see("Save failed");
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe("Delete", () => {
  it("Delete needs a second click, and an accidental double click is not one", async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ["setTimeout", "clearTimeout"],
    });
    const { user, backend, onClose } = openJob();
    backend.perform(api.jobs.deleteJob, () => null);
    await user.dblClick(button("Delete"));
    expect(backend.callsOf(api.jobs.deleteJob)).toEqual([]);
    act(() => void vi.advanceTimersByTime(500));
    await user.click(button("Confirm Delete"));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(backend.callsOf(api.jobs.deleteJob)).toEqual([{ id: jobId }]);
    await see("Job deleted");
  });
});

describe("jobs that do not exist", () => {
  it("a job that does not exist is distinguished from one that is loading", () => {
    const { backend } = openJob();
    const other = renderOn(backend, <EditJobDialog jobId="job7" onClose={vi.fn()} />);
    expect(other.getByText("This job does not exist any more.")).toBeInTheDocument();
  });
});

describe("the focus", () => {
  it("the focus returns to the control that opened the dialog, also if the job was loaded in it", async () => {
    const { backend, setJob } = aJobsBackend({
      customers: [aCustomer()],
      jobs: [aJob()],
    });
    backend.answer(api.jobs.get, () => undefined);
    renderOn(backend, <PageWithJob />);
    const user = aUser();
    await user.click(button("Ann Field"));
    expect(screen.getByRole("dialog", { name: "Edit Job" })).toBeVisible();
    expect(screen.queryByLabelText("Address")).not.toBeInTheDocument();
    setJob({});
    expect(await screen.findByLabelText("Address")).toBeVisible();
    await user.click(button("Close"));
    await waitFor(() => expect(button("Ann Field")).toHaveFocus());
  });
});

function PageWithJob() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Ann Field
      </button>
      {isOpen && <EditJobDialog jobId={jobId} onClose={() => setIsOpen(false)} />}
    </>
  );
}
