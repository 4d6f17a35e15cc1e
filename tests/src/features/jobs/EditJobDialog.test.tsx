import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { ConvexError } from "convex/values";
import { useState } from "react";
import { toast } from "sonner";
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  vi,
} from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { EditJobDialog } from "@/features/jobs/EditJobDialog";
import { aCustomer, aJob } from "../../../support/builders";
import { renderOn, stubLayout } from "../../../support/fakeBackend";
import { aJobsBackend } from "../../../support/jobsBackend";
import { aUser, fill, see } from "../../../support/user";

beforeAll(stubLayout);
beforeEach(() => sessionStorage.clear());
afterEach(async () => {
  act(() => void toast.dismiss());
  // The dialog removes its history entry asynchronously after closing.
  await new Promise((resolve) => setTimeout(resolve, 20));
});

const jobId = "job1" as Id<"jobs">;

function open(job = aJob(), customer = aCustomer()) {
  const { backend, setJob } = aJobsBackend({
    customers: [
      customer,
      aCustomer({ customer_id: "C-1002", customer_name: "Bob Stone" }),
    ],
    jobs: [job],
  });
  const onClose = vi.fn();
  const view = renderOn(
    backend,
    <EditJobDialog jobId={jobId} onClose={onClose} />,
  );
  return {
    user: aUser(),
    backend,
    setJob,
    onClose,
    view,
    updates: () => backend.callsOf(api.jobs.update),
  };
}

const field = (name: string) => screen.getByLabelText(name);
const button = (name: string) => screen.getByRole("button", { name });
const retype = async (user: UserEvent, name: string, text: string) => {
  await user.clear(field(name));
  await fill(user, field(name), text);
};

/** The closed list changes with each press of an arrow key, as Chromium does on Linux and Windows. */
function browse(name: string, values: string[]) {
  act(() => field(name).focus());
  for (const value of values) {
    fireEvent.keyDown(field(name), { key: "ArrowDown" });
    fireEvent.change(field(name), { target: { value } });
    fireEvent.keyUp(field(name), { key: "ArrowDown" });
  }
}

const UNREADABLE_DATE = "Enter the whole date and time, or clear it.";

/** Half a date: the browser reports no value and fires no event. */
function halfType(name: string) {
  Object.defineProperty(field(name), "validity", {
    value: { badInput: true },
    configurable: true,
  });
}

describe("autosave", () => {
  // Spec 2.69, 8.5
  it("saves only the changed field on blur, and names it in the toast", async () => {
    const { user, updates } = open(aJob({ job_notes: "Gate code 4" }));
    await user.clear(field("Address"));
    await user.type(field("Address"), "14 Elm St");
    expect(updates()).toEqual([]);
    await user.tab();
    expect(updates()).toEqual([{ id: jobId, job_address: "14 Elm St" }]);
    await see("Saved");
    expect(screen.getByText("Address", { ignore: "label" })).toBeVisible();
  });

  // Spec 2.69
  it("sends nothing on blur of an unchanged field", async () => {
    const { user, updates } = open(aJob({ jobs_price: 450 }));
    await fill(user, field("Address"), " ");
    await user.click(field("Price"));
    await user.click(field("Notes"));
    await user.tab();
    expect(updates()).toEqual([]);
  });

  // Spec 1.16, 2.69
  it("saves each field by its own name", async () => {
    const { user, updates } = open();
    for (const [name, text] of [
      ["Phone", "5550100007"],
      ["Email", "a@b.co"],
      ["Customer name", "Anna"],
      ["City", "Troy"],
      ["Price", "1200.5"],
      ["Notes", "Dog in yard"],
    ] as const) {
      await retype(user, name, text);
      await user.tab();
    }
    await waitFor(() => expect(updates()).toHaveLength(6));
    expect(updates()).toEqual([
      {
        id: jobId,
        customer: { customer_phone: "5550100007" },
        customer_id: "C-1001",
      },
      {
        id: jobId,
        customer: { customer_email: "a@b.co" },
        customer_id: "C-1001",
      },
      { id: jobId, customer: { customer_name: "Anna" }, customer_id: "C-1001" },
      { id: jobId, job_city: "Troy" },
      { id: jobId, jobs_price: 1200.5 },
      { id: jobId, job_notes: "Dog in yard" },
    ]);
  });

  // Spec 5.10
  it("clears a price with null, which is not 0", async () => {
    const { user, updates } = open(aJob({ jobs_price: 450 }));
    await user.clear(field("Price"));
    await user.tab();
    expect(updates()).toEqual([{ id: jobId, jobs_price: null }]);
  });

  it("saves a selection immediately", async () => {
    const { user, updates } = open();
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
    const { user, updates } = open();
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
    const { user, updates } = open(aJob({ job_install_date: at }));
    expect(field("Install date")).toHaveValue("2026-11-20T14:00");
    await user.click(button("Clear install date"));
    expect(updates()).toEqual([{ id: jobId, job_install_date: null }]);
    expect(field("Install date")).toHaveValue("");
  });

  it("moves the job to another customer", async () => {
    const { user, updates } = open();
    await user.click(button("Choose another customer"));
    await fill(user, screen.getByRole("combobox", { name: /Another/ }), "bob");
    await user.click(await screen.findByRole("option", { name: /Bob Stone/ }));
    expect(updates()).toEqual([{ id: jobId, job_customer_id: "C-1002" }]);
    expect(field("Customer name")).toBeVisible();
  });

  // Spec 8.6
  it("shows 'Save failed' with the field, and keeps the text with the error", async () => {
    const { user, backend } = open();
    backend.perform(api.jobs.update, () => {
      throw new ConvexError({
        code: "INVALID",
        field: "job_address",
        message: "We do not work there.",
      });
    });
    await retype(user, "Address", "1 Far Rd");
    await user.tab();
    await see("Save failed");
    expect(screen.getByText(/^Address: We do not/)).toBeVisible();
    expect(field("Address")).toHaveValue("1 Far Rd");
    expect(field("Address")).toHaveAccessibleDescription(
      "We do not work there.",
    );
  });

  it("keeps a text that is too long with its error, and still saves other fields", async () => {
    const notes = "a".repeat(4_001);
    const { user, updates } = open(aJob({ job_address: "1".repeat(300) }));
    await user.click(field("Notes"));
    await user.paste(notes);
    await user.tab();
    await screen.findByText("Keep the notes under 4001 characters.");
    expect(field("Notes")).toHaveAccessibleDescription(
      "Keep the notes under 4001 characters.",
    );
    expect(field("Notes")).toHaveValue(notes);
    expect(updates()).toEqual([]);
    await retype(user, "City", "Dover");
    await user.tab();
    expect(updates()).toEqual([{ id: jobId, job_city: "Dover" }]);
  });

  // Spec 5.3
  it("autosave does not save an empty address, and disables Save Changes", async () => {
    const { user, updates } = open();
    await user.clear(field("Address"));
    expect(button("Save Changes")).toBeDisabled();
    await user.tab();
    expect(screen.getByRole("alert")).toHaveTextContent("Address is required.");
    expect(updates()).toEqual([]);
  });
});

describe("live data", () => {
  it("updates every field except the one being typed in", async () => {
    const { user, setJob, updates } = open();
    await retype(user, "Address", "14 El");
    setJob({ job_address: "99 Other Ave", job_notes: "From the office" });
    expect(field("Address")).toHaveValue("14 El");
    expect(field("Notes")).toHaveValue("From the office");
    expect(
      screen.getByText(/Someone changed this to “99 Other Ave”/),
    ).toBeVisible();
    await user.click(button("Use theirs"));
    expect(field("Address")).toHaveValue("99 Other Ave");
    expect(updates()).toEqual([]);
  });

  it("live data does not update a focused field until blur", async () => {
    const { user, setJob, updates } = open();
    await user.click(field("Address"));
    setJob({ job_address: "99 Other Ave" });
    expect(field("Address")).toHaveValue("12 Oak St");
    await user.tab();
    expect(field("Address")).toHaveValue("99 Other Ave");
    expect(updates()).toEqual([]);
  });

  it("reports that the job was deleted, and keeps the typed text visible", async () => {
    const { user, backend, onClose } = open();
    await retype(user, "Notes", "Bring the tall ladder");
    backend.answer(api.jobs.get, () => null);
    expect(screen.getByText(/Someone deleted this job/)).toBeVisible();
    expect(field("Notes")).toHaveValue("Bring the tall ladder");
    expect(
      screen.queryByRole("button", { name: "Save Changes" }),
    ).not.toBeInTheDocument();
    await user.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe("leaving an existing job", () => {
  const leave = {
    Esc: (user: UserEvent) => user.keyboard("{Escape}"),
    X: (user: UserEvent) => user.click(button("Close")),
    "a click outside": (user: UserEvent) =>
      user.click(screen.getByRole("dialog").parentElement ?? document.body),
    "Save Changes": (user: UserEvent) => user.click(button("Save Changes")),
    Back: async () => {
      window.history.back();
      await new Promise((resolve) => {
        window.addEventListener("popstate", resolve, { once: true });
      });
    },
  };

  // Spec 2.68
  it.each(Object.keys(leave) as (keyof typeof leave)[])(
    "leaving an existing job by %s saves the changed, still focused field once",
    async (way) => {
      const { user, updates, onClose } = open();
      await retype(user, "Address", "14 Elm St");
      await leave[way](user);
      await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
      expect(updates()).toEqual([{ id: jobId, job_address: "14 Elm St" }]);
    },
  );

  // Spec 2.68
  it("a job with an invalid field stays open until it is discarded", async () => {
    const { user, updates, onClose } = open();
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
    const { user, updates, onClose } = open(aJob({ job_notes: "Gate code 4" }));
    await retype(user, "Notes", "Gate code 5");
    await user.click(button("Discard"));
    expect(onClose).toHaveBeenCalledOnce();
    expect(updates()).toEqual([]);
  });

  it.each(["Esc", "X", "a click outside", "Save Changes", "Back"] as const)(
    "leaving an existing job by %s saves a status browsed with the keys",
    async (way) => {
      const { user, updates, onClose } = open();
      browse("Status", ["called", "approved"]);
      await leave[way](user);
      await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
      expect(updates()).toEqual([{ id: jobId, job_status: "approved" }]);
    },
  );

  // Spec 5.12
  it.each(Object.keys(leave) as (keyof typeof leave)[])(
    "leaving an existing job by %s with half a date stays open and shows the sentence",
    async (way) => {
      const { user, updates, onClose } = open();
      act(() => field("Install date").focus());
      halfType("Install date");
      await leave[way](user);
      expect(await screen.findByText(UNREADABLE_DATE)).toBeVisible();
      expect(onClose).not.toHaveBeenCalled();
      expect(updates()).toEqual([]);
    },
  );

  it("a job stays open when Save Changes is rejected", async () => {
    const { user, backend, onClose } = open();
    backend.perform(api.jobs.update, () => {
      throw new Error("disk full");
    });
    vi.stubGlobal("reportError", vi.fn());
    await retype(user, "Notes", "Ladder");
    await user.click(button("Save Changes"));
    await see("Save failed");
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe("Delete", () => {
  it("Delete needs a second click, and an accidental double click is not one", async () => {
    const { user, backend, onClose } = open();
    backend.perform(api.jobs.deleteJob, () => null);
    await user.dblClick(button("Delete"));
    expect(backend.callsOf(api.jobs.deleteJob)).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 600));
    await user.click(button("Confirm Delete"));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(backend.callsOf(api.jobs.deleteJob)).toEqual([{ id: jobId }]);
    await see("Job deleted");
  });
});

describe("jobs that do not exist", () => {
  it("a job that does not exist is distinguished from one that is loading", () => {
    const { backend } = open();
    const other = renderOn(
      backend,
      <EditJobDialog jobId="job7" onClose={vi.fn()} />,
    );
    expect(
      other.getByText("This job does not exist any more."),
    ).toBeInTheDocument();
  });
});

describe("the focus", () => {
  it("returns to what opened the dialog, also if the job was loaded in it", async () => {
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
      {isOpen && (
        <EditJobDialog jobId={jobId} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
