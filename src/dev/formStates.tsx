/** The job form in its dialogs, in each of its states. It can be filled in, and saves nothing. */
import { ConvexProvider, type ConvexReactClient } from "convex/react";
import { useState } from "react";
import { JOB_CATEGORIES } from "@domain/job/jobs";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { checkJobForm } from "@/job/checkJobForm";
import {
  CustomerFields,
  ExistingCustomerField,
  NewCustomerContacts,
  NewCustomerField,
} from "@/features/jobs/fields/CustomerFields";
import { JobFormContext, type FieldNote, type JobFormControl } from "@/job/JobFormContext";
import {
  EMPTY_JOB_FORM,
  type JobFieldName,
  type JobFormErrors,
  type JobFormValues,
} from "@/job/jobFormFields";
import { JobFormLayout } from "@/features/jobs/JobFormLayout";
import { JobPhotos } from "@/features/jobs/photos/JobPhotos";
import type { Section } from "./section";

const nothing = () => undefined;
const FORM_ID = "job-form-state";

const FILLED: JobFormValues = {
  ...EMPTY_JOB_FORM,
  job_customer_id: "C-1001",
  customer_name: "Jordan Sample",
  customer_phone: "(614) 555-9876",
  customer_email: "jordan@example.com",
  job_address: "88 Elm Street",
  job_city: "Columbus, OH 43215",
  jobs_price: "1450.00",
  job_status: "estimate_scheduled",
  job_categories: [JOB_CATEGORIES[0], JOB_CATEGORIES[2]],
  job_estimate_date: "2026-05-13T10:00",
  job_notes: "Gate 4417. The dog is friendly.",
};

const FAULTY: JobFormValues = {
  ...FILLED,
  job_customer_id: "",
  customer_name: "",
  customer_email: "jordan at example",
  job_address: "",
  jobs_price: "-900",
  job_estimate_date: "some day",
};

/** A client that never answers and asks nobody to sign in, so that the states are the same signed out. */
const NO_SERVER = {
  watchQuery: () => ({
    onUpdate: () => nothing,
    localQueryResult: nothing,
    journal: nothing,
  }),
} as unknown as ConvexReactClient;

/** The same kind of note at several fields. */
function notesOf(kind: "error" | "status", texts: JobFormErrors): JobFormControl["notes"] {
  const notes = Object.entries(texts).map(([name, text]) => [name, { [kind]: text }]);
  return Object.fromEntries(notes) as JobFormControl["notes"];
}

const changed = (name: JobFieldName, value: string, by: string): FieldNote => ({
  change: { name, value, by, isMine: false },
});

type Title = "Create Job" | "Edit Job";

/** Empty, filled and faulty are states of both dialogs. */
const SHARED: readonly (readonly [string, Partial<JobFormControl>])[] = [
  ["empty", { values: EMPTY_JOB_FORM }],
  ["filled", { values: FILLED }],
  ["faulty", { values: FAULTY, notes: notesOf("error", checkJobForm(FAULTY)) }],
];

const STATES: Readonly<Record<Title, readonly (readonly [string, Partial<JobFormControl>])[]>> = {
  "Create Job": [...SHARED, ["saving", { values: FILLED, isLocked: true }]],
  "Edit Job": [
    ...SHARED,
    [
      "changed by somebody else",
      {
        values: FILLED,
        notes: {
          job_notes: changed("job_notes", "Gate 4418.", "Ana Silva"),
          jobs_price: changed("jobs_price", "1600.00", ""),
        },
      },
    ],
    [
      "saving",
      {
        values: FILLED,
        notes: notesOf("status", {
          jobs_price: "Sending",
          job_notes: "Sending",
        }),
      },
    ],
    [
      "offline",
      {
        values: FILLED,
        notes: notesOf("status", {
          jobs_price: "Waiting",
          job_notes: "Waiting",
        }),
      },
    ],
    ["deleted", { values: FILLED, isLocked: true }],
  ],
};

interface JobFormStateProps {
  readonly title: Title;
  readonly name: string;
  readonly state: Partial<JobFormControl>;
}

function JobFormState({ title, name, state }: JobFormStateProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        Open {title}, {name}
      </Button>
      {isOpen && (
        <ConvexProvider client={NO_SERVER}>
          <JobFormDialog title={title} state={state} onClose={() => setIsOpen(false)} />
        </ConvexProvider>
      )}
    </>
  );
}

interface JobFormDialogProps extends Pick<JobFormStateProps, "title" | "state"> {
  readonly onClose: () => void;
}

function JobFormDialog({ title, state, onClose }: JobFormDialogProps) {
  const form = useFormState(title, state);
  const isNew = title === "Create Job";
  return (
    <Dialog
      size="wide"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Discard
          </Button>
          <Button
            variant="primary"
            disabled={Object.keys(checkJobForm(form.values)).length > 0}
            busy={form.isLocked}
          >
            {isNew ? "Save Job" : "Save Changes"}
          </Button>
        </>
      }
    >
      <JobFormContext value={form}>
        <JobFormLayout
          id={FORM_ID}
          onSubmit={() => Promise.resolve()}
          customer={
            isNew ? (
              <>
                <NewCustomerField job={form} chosen={null} />
                <NewCustomerContacts job={form} />
              </>
            ) : (
              <>
                <ExistingCustomerField customer={null} />
                <CustomerFields onText={nothing} />
              </>
            )
          }
          photos={
            <JobPhotos owner={{ kind: "draft", id: FORM_ID }} files={{}} isLocked={form.isLocked} />
          }
        />
      </JobFormContext>
    </Dialog>
  );
}

/** Accepts typed values, and keeps the rest of the state. */
function useFormState(title: Title, state: Partial<JobFormControl>) {
  const [values, setValues] = useState(state.values ?? EMPTY_JOB_FORM);
  const type: JobFormControl["type"] = (name, value) =>
    setValues((before) => ({ ...before, [name]: value }));
  return {
    jobId: title === "Create Job" ? null : "job",
    notes: {},
    isLocked: false,
    focus: nothing,
    ...state,
    values,
    type,
    leave: type,
    choose: type,
    chooseCustomer: nothing,
    typeName: (name: string) => type("customer_name", name),
  };
}

const TITLES: readonly Title[] = ["Create Job", "Edit Job"];

export const FORM_STATES: readonly Section[] = TITLES.map((title) => ({
  title: `${title}, in the theme of the page`,
  states: STATES[title].map(([name, state]) => [
    name,
    () => <JobFormState {...{ title, name, state }} />,
  ]),
}));
