import { act } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { FIELDS } from "@domain/calls/fields";
import { useDeleteCustomer } from "@/features/jobs/customer/useDeleteCustomer";
import { changeOfJob, editedCustomer } from "@/features/jobs/form/editedRows";
import { toFormValues } from "@/job/jobForm";
import {
  CUSTOMER_FIELDS,
  EMPTY_JOB_FORM,
  JOB_FIELD_NAMES,
  type JobFieldName,
  type JobFormValues,
} from "@/job/jobFormFields";
import { statusChange } from "@/job/statusChange";
import { useSetStatuses } from "@/features/jobs/table/SetStatusDialog";
import { creationOf } from "@/job/useCreateJob";
import { useDeleteJob } from "@/features/jobs/useDeleteJob";
import { lastUndoable } from "@/offline/outbox/undoable";
import { useOutbox } from "@/offline/useOutbox";
import { aCustomer, aJob } from "../../support/builders";
import { expectCall, keptCall } from "../../support/expectCall";
import { FakeBackend } from "../../support/fakeBackend";
import { FormOffice } from "../../support/formOffice";
import { renderUnsent } from "../../support/unsentPage";

const at = (hours: number) => new Date(2026, 10, 20, hours).getTime();

const CUSTOMER = aCustomer({ customer_obtained_type: "Yard Sign" });
const JOB = aJob({
  clientKey: "key1",
  job_city: "Troy",
  jobs_price: 200,
  job_estimate_date: at(9),
  job_install_date: at(10),
  job_estimate_crew: "Crew 1",
  job_install_crew: "Crew 2",
  job_install_length: 480,
  job_estimate_window: 120,
  job_due_months: 12,
  job_due_date: at(9),
  job_notes: "Gate 4417",
});
/** A job that was made on a device is named by its client key. */
const SUBJECT = { key: "key1", label: "12 Oak St", customer: "Ann Field" };

type Typed<Name extends JobFieldName> = readonly [
  value: JobFormValues[Name],
  sent: unknown,
  seen: unknown,
];

/** What a person types into each field, what is sent, and what they saw. */
const TYPED: { readonly [Name in JobFieldName]: Typed<Name> } = {
  job_customer_id: ["C-1002", "C-1002", "C-1001"],
  customer_name: [" Ann Fields ", "Ann Fields", "Ann Field"],
  customer_phone: ["(555) 010-0009", "5550100009", "5550100001"],
  customer_email: ["", null, "ann@example.com"],
  customer_obtained_type: ["Referral", "Referral", "Yard Sign"],
  job_address: ["14 Oak St", "14 Oak St", "12 Oak St"],
  job_city: ["", null, "Troy"],
  jobs_price: ["300", 300, 200],
  job_status: ["approved", "approved", "lead"],
  job_categories: [["Gutter cleaning"], ["Gutter cleaning"], []],
  job_estimate_date: ["2026-11-20T14:00", at(14), at(9)],
  job_install_date: ["", null, at(10)],
  job_estimate_crew: ["Ann", "Ann", "Crew 1"],
  job_install_crew: ["", null, "Crew 2"],
  job_estimate_length: ["90 min", 90, null],
  job_install_length: ["", null, 480],
  job_estimate_window: ["", null, 120],
  job_install_window: ["60 min", 60, null],
  job_due_months: ["6", 6, 12],
  job_due_date: ["2026-11-20T14:00", at(14), at(9)],
  job_notes: ["Dog", "Dog", "Gate 4417"],
};

function typedIn<Name extends JobFieldName>(name: Name, live: JobFormValues) {
  const next = { ...live, [name]: TYPED[name][0] };
  return { name, next, base: live[name] };
}

describe("a field of a form", () => {
  it.each(JOB_FIELD_NAMES)(
    "the form of a job sends %s alone, with the value that the person saw",
    (name) => {
      const [, sent, seen] = TYPED[name];
      const isOfCustomer = name in CUSTOMER_FIELDS;
      const change = changeOfJob(JOB, typedIn(name, toFormValues(JOB, CUSTOMER)));
      expectCall("jobs.update", change, {
        args: isOfCustomer
          ? { id: "key1", customer: { [name]: sent }, customer_id: "C-1001" }
          : { id: "key1", [name]: sent },
        base: { [name]: seen },
        subject: SUBJECT,
        field: name,
        label: FIELDS[name].label,
        ...(name === "job_customer_id" && { needs: ["C-1002"] }),
        ...(isOfCustomer && { needs: ["C-1001"] }),
      });
    },
  );

  it("a chosen customer is sent with the name to show until the server answers", () => {
    const shows = { customer_name: "Bob Field", customer_phone: "" };
    const typed = typedIn("job_customer_id", toFormValues(JOB, CUSTOMER));
    expectCall("jobs.update", changeOfJob(JOB, { ...typed, shows }), {
      args: { id: "key1", job_customer_id: "C-1002" },
      base: { job_customer_id: "C-1001" },
      subject: SUBJECT,
      field: "job_customer_id",
      label: "Customer",
      needs: ["C-1002"],
      shows,
    });
  });

  it.each(Object.keys(CUSTOMER_FIELDS) as (keyof typeof CUSTOMER_FIELDS)[])(
    "the form of a customer sends %s alone, with the value that the person saw",
    (name) => {
      const [, sent, seen] = TYPED[name];
      const rows = editedCustomer(CUSTOMER);
      expectCall("customers.update", rows.changeOf(typedIn(name, rows.live)), {
        args: { customer_id: "C-1001", [name]: sent },
        base: { [name]: seen },
        subject: { key: "customer:C-1001", label: "Ann Field" },
        needs: ["C-1001"],
        field: name,
        label: FIELDS[name].label,
      });
    },
  );
});

it("a field is saved with the value that the form began with, whatever the office has written since", async () => {
  const office = new FormOffice({ job: JOB, customer: CUSTOMER });
  const { session, follow } = office.open();
  session.focus("job_city");
  office.write({ job: { ...JOB, job_city: "Lansing" } });
  follow();
  session.leave("job_city", "Utica");
  await office.rest();
  expectCall("jobs.update", office.sent.map(keptCall), {
    args: { id: "key1", job_city: "Utica" },
    base: { job_city: "Troy" },
    subject: SUBJECT,
    field: "job_city",
    label: "City",
  });
  await office.end();
});

const STATUS = {
  base: { job_status: "lead" },
  subject: SUBJECT,
  field: "job_status",
  label: "Status",
};

it("a chosen status replaces the one that the person saw", () => {
  expectCall("jobs.update", statusChange(JOB, "approved"), {
    args: { id: "key1", job_status: "approved" },
    ...STATUS,
  });
});

it("a visit that is marked as made takes no job backwards", () => {
  expectCall("jobs.update", statusChange(JOB, "estimate_sent", { isForward: true }), {
    args: { id: "key1", job_status: "estimate_sent", isForward: true },
    ...STATUS,
  });
});

it("the status of selected jobs is sent with the previous status of each, after the waiting changes of these jobs", async () => {
  const { current, sent } = await renderUnsent(useSetStatuses);
  const jobs = [JOB, aJob({ job_status: "called" })];
  act(() => void current().setStatusOf(jobs, "approved"));
  expectCall("jobs.setStatuses", await sent(), {
    args: {
      jobs: [
        { id: "key1", seen: "lead" },
        { id: "job1", seen: "called" },
      ],
      job_status: "approved",
    },
    subject: { key: "selected jobs", label: "2 jobs" },
    needs: ["key1", "job1"],
    field: null,
    label: "2 jobs set to Approved",
  });
});

describe("a new job", () => {
  const values = {
    ...EMPTY_JOB_FORM,
    customer_name: " Cy Young ",
    customer_phone: "(555) 010-0009",
    job_address: " 9 Low Rd ",
    jobs_price: "450",
    job_install_date: "2026-11-20T14:00",
  };
  const made = {
    ...{ clientKey: "key9", job_address: "9 Low Rd", jobs_price: 450 },
    ...{ job_status: "lead", job_install_date: at(14) },
  };
  const kept = { creates: "key9", field: null, label: "New job" };

  it("a new job creates its customer in the same call, without the empty fields", () => {
    const draft = { id: "key9", values, chosen: null, at: 1 };
    expectCall("jobs.create", creationOf(draft), {
      args: {
        ...made,
        customer: { customer_name: "Cy Young", customer_phone: "5550100009" },
      },
      ...kept,
      subject: { key: "key9", label: "9 Low Rd", customer: "Cy Young" },
    });
  });

  it("a new job of a known customer sends their correction, after the job that creates them", () => {
    const chosen = aCustomer({ customer_phone: "5550100009" });
    const typed = {
      ...values,
      customer_name: "Ann Fields",
      customer_email: "ann@example.com",
    };
    const draft = { id: "key9", values: typed, chosen, at: 1 };
    expectCall("jobs.create", creationOf(draft), {
      args: {
        ...made,
        job_customer_id: "C-1001",
        customer: { customer_name: "Ann Fields" },
      },
      ...kept,
      subject: { key: "key9", label: "9 Low Rd", customer: "Ann Field" },
      needs: ["C-1001"],
      shows: { customer_name: "Ann Field", customer_phone: "5550100009" },
    });
  });
});

describe("a deletion", () => {
  const INTENT = "9b2f7c1e-0000-4000-8000-000000000001";

  it("a job that the server has is deleted there, under the id that Undo names", async () => {
    const backend = new FakeBackend();
    backend.perform(api.jobs.deleteJob, () => null);
    const { current, sent } = await renderUnsent(() => useDeleteJob(JOB, undefined), { backend });
    await act(() => current()(INTENT));
    expectCall("jobs.deleteJob", await sent(), {
      args: { id: "job1", intentId: INTENT },
    });
  });

  it("a job whose creation the server may have is deleted after its creation, by its client key", async () => {
    const creation: OutboxItem = {
      ...creationOf({
        id: "key9",
        values: EMPTY_JOB_FORM,
        chosen: null,
        at: 1,
      }),
      ...{ order: 1, release: "1", attempts: 1, state: { kind: "waiting" } },
    };
    const { current, sent } = await renderUnsent(() => ({
      remove: useDeleteJob(JOB, creation),
      outbox: useOutbox(),
    }));
    expect(await act(() => current().remove(INTENT))).toBe(false);
    expectCall("jobs.deleteJob", await sent(), {
      args: { id: "key9" },
      subject: creation.subject,
      field: null,
      label: "Delete",
    });
    expect(current().outbox.items.map(({ id }) => id)).toEqual([INTENT]);
  });

  it("a customer is deleted with all jobs, and one undo restores that run", async () => {
    const run = "run1" as Id<"changes">;
    const backend = new FakeBackend();
    backend.perform(api.customers.deleteWithJobs, () => ({
      run,
      customersDeleted: 1,
      jobsDeleted: 2,
    }));
    const { current, sent } = await renderUnsent(
      () => useDeleteCustomer(CUSTOMER, { onDeleting: vi.fn(), onClose: vi.fn() }),
      { backend },
    );
    await act(() => current()());
    expectCall("customers.deleteWithJobs", await sent(), {
      args: { customer_id: "C-1001" },
    });
    expect(lastUndoable()).toMatchObject({ runId: run });
  });
});
