import fc from "fast-check";
import { api } from "@convex/_generated/api";
import { calendarEntries } from "@domain/job/calendar";
import { addDays, dayKeyOf, dayRange } from "@domain/dates/days";
import { toDateTimeField } from "@domain/dates/dateTimeField";
import { visitsOn } from "@domain/job/visits";
import { shownOfCustomer } from "@domain/changes/createJob";
import { EMPTY_JOB_FORM, type JobFormValues } from "@/job/jobFormFields";
import { statusChange } from "@/job/statusChange";
import { creationOf } from "@/job/useCreateJob";
import { changeOfJob as changeOf } from "@/features/jobs/form/editedRows";
import { newChange } from "@/offline/outbox/newChange";
import { moveOfVisit } from "@/features/schedule/moves/useMoves";
import { JOB_STATUSES, type JobStatus } from "@domain/job/jobs";
import { deleteJob } from "@domain/changes/deleteJob";
import { moveFile, removeFile } from "@domain/changes/jobFiles";
import { moveVisits } from "@domain/changes/moveVisits";
import { setStatuses } from "@domain/changes/setStatuses";
import { jobSubject } from "@domain/changes/subjects";
import { DAY_MS, MORNING, type Device } from "./offlineDevice";

type Step = (device: Device) => Promise<void>;

const nat = fc.nat({ max: 20 });
const phone = fc.constantFrom("(555) 020-0001", "(555) 020-0002", "");
const name = fc.constantFrom("Ann Vale", "Cy Young", "Dee");
const day = fc.nat({ max: 3 });

const pick = <T>(list: readonly T[], at: number): T | undefined =>
  list[at % Math.max(list.length, 1)];

const edits = fc.oneof(
  ...[
    fc.record({ customer_phone: phone }),
    fc.record({ customer_name: name }),
    fc.record({ customer_email: fc.constantFrom("a@b.co", "") }),
    fc.record({ jobs_price: fc.constantFrom("100.00", "250.00", "") }),
    fc.record({ job_address: fc.constantFrom("7 Ash Lane", " 8 Fir Road ") }),
    fc.record({ job_city: fc.constantFrom("Salem", "Dover", "") }),
    fc.record({ job_notes: fc.constantFrom("Gate 12", "  ", "Two dogs") }),
    fc.record({ job_status: fc.constantFrom(...JOB_STATUSES) }),
    fc.record({
      job_categories: fc.constantFrom([], ["Gutter cleaning" as const]),
    }),
    fc.record({ customer_obtained_type: fc.constantFrom("Referral", "") }),
    fc.record({ job_estimate_date: day.map(dateField) }),
  ],
);

function dateField(days: number): string {
  return toDateTimeField(MORNING + days * DAY_MS);
}

/** Named in a counterexample by what it does. */
function steps<Args>(weight: number, args: fc.Arbitrary<Args>, act: (args: Args) => Step) {
  const arbitrary = args.map((given) =>
    Object.assign(act(given), {
      [fc.toStringMethod]: () => `${act.name}(${fc.stringify(given)})`,
    }),
  );
  return { weight, arbitrary };
}

/** What a person does on the device. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  steps(6, fc.tuple(nat, edits), editing),
  steps(3, fc.tuple(nat, nat), choosing),
  steps(2, fc.tuple(nat, day), dragging),
  steps(1, fc.tuple(day, day), movingDay),
  steps(2, fc.tuple(name, phone, fc.option(nat)), creating),
  steps(2, fc.tuple(nat, nat, fc.option(nat)), changingPhotos),
  steps(1, fc.tuple(fc.constantFrom(...JOB_STATUSES), nat), settingStatuses),
  steps(1, fc.tuple(nat, fc.constantFrom(...JOB_STATUSES)), marking),
  steps(1, nat, deleting),
  steps(2, fc.boolean(), sending),
);

/** The same beside an office that works too. */
export const stepBesideOffice = fc.oneof(
  { weight: 20, arbitrary: step },
  steps(1, fc.tuple(nat, nat), officeMoves),
);

function editing([at, change]: readonly [number, object]): Step {
  return async (device) => {
    const job = pick(device.shown(), at);
    if (job === undefined) return;
    const live = device.form(job);
    const [field] = Object.keys(change) as (keyof JobFormValues)[];
    if (field === undefined) return;
    const next = { ...live, ...change };
    if (next[field] === live[field]) return;
    await device.put(changeOf(job, { name: field, next, base: live[field] }));
  };
}

function choosing([at, whom]: readonly [number, number]): Step {
  return async (device) => {
    const job = pick(device.shown(), at);
    const customer = pick(device.known(), whom);
    if (job === undefined || customer === undefined) return;
    const live = device.form(job);
    const id = customer.customer_id;
    if (id === live.job_customer_id) return;
    if (!device.hasOtherJob(job) || device.isJobDeleted(id)) return;
    await device.put(
      changeOf(job, {
        name: "job_customer_id",
        next: { ...live, job_customer_id: id },
        base: live.job_customer_id,
        shows: shownOfCustomer(customer),
      }),
    );
  };
}

function dragging([at, days]: readonly [number, number]): Step {
  return async (device) => {
    const entry = pick(calendarEntries(device.shown()), at);
    const to = MORNING + days * DAY_MS;
    if (entry !== undefined && entry.at !== to) await device.put(moveOfVisit(entry, to));
  };
}

function movingDay([from, to]: readonly [number, number]): Step {
  return async (device) => {
    const of = addDays(dayKeyOf(MORNING), from);
    const target = addDays(dayKeyOf(MORNING), to);
    const visits = visitsOn(device.shown(), dayRange(of));
    if (from !== to) await device.put(newChange(moveVisits, { day: of, target, visits }));
  };
}

function creating([customerName, customerPhone, whom]: readonly [
  string,
  string,
  number | null,
]): Step {
  return async (device) => {
    const chosen = whom === null ? null : (pick(device.known(), whom) ?? null);
    await device.put(
      creationOf({
        id: crypto.randomUUID(),
        at: Date.now(),
        chosen,
        values: {
          ...EMPTY_JOB_FORM,
          job_address: "9 New Street",
          job_estimate_date: dateField(0),
          job_customer_id: chosen?.customer_id ?? "",
          customer_name: chosen?.customer_name ?? customerName,
          customer_phone: customerPhone,
        },
      }),
    );
  };
}

/** As a crew marks a visit: no job is taken backwards. */
function marking([at, status]: readonly [number, JobStatus]): Step {
  return async (device) => {
    const job = pick(device.shown(), at);
    if (job !== undefined && job.job_status !== status)
      await device.put(statusChange(job, status, { isForward: true }));
  };
}

/** Gives every second job the status. */
function settingStatuses([status, at]: readonly [JobStatus, number]): Step {
  return async (device) => {
    const jobs = device.shown().filter((_, each) => (each + at) % 2 === 0);
    const others = jobs.filter(({ job_status }) => job_status !== status);
    if (others.length > 0) await device.put(newChange(setStatuses, others, status));
  };
}

/** Removes a photo, or moves it behind another one, or to the front. */
function changingPhotos([at, which, behind]: readonly [number, number, number | null]): Step {
  return async (device) => {
    const job = pick(device.shown(), at);
    const photos = job?.job_photo_estimate ?? [];
    const fileId = pick(photos, which);
    if (job === undefined || fileId === undefined) return;
    const after = behind === null ? null : (pick(photos, behind) ?? null);
    const photo = { field: "job_photo_estimate", fileId } as const;
    const subject = jobSubject(job);
    await device.put(
      after === fileId
        ? newChange(removeFile, subject, photo)
        : newChange(moveFile, subject, { ...photo, after }),
    );
  };
}

/** Of a job that waits to be created, or was created since: others are deleted on the server. */
function deleting(at: number): Step {
  return async (device) => {
    const created = device.items.filter(({ creates }) => creates !== undefined);
    const creation = pick(created, at);
    if (creation === undefined) return;
    const { subject } = creation;
    if (device.isChosen(subject.key)) return;
    await device.put(newChange(deleteJob, subject));
  };
}

function sending(isAnswered: boolean): Step {
  return async (device) => {
    await device.send({ isAnswered });
    if (isAnswered) await device.look();
  };
}

/** The office gives a job to another customer, and the device sees it. */
function officeMoves([at, whom]: readonly [number, number]): Step {
  return async (device) => {
    const job = pick(device.jobs, at);
    const customer = pick(device.customers, whom);
    if (job === undefined || customer === undefined) return;
    if (!device.hasOtherJob(job)) return;
    await device.server.mutation(api.jobs.update, {
      id: job._id,
      job_customer_id: customer.customer_id,
    });
    await device.look();
  };
}
