import fc from "fast-check";
import { expect, it } from "vitest";
import type { OutboxChange } from "convex-outbox";
import type { Id } from "@convex/_generated/dataModel";
import { calendarEntries } from "@domain/job/calendar";
import { moveFile, removeFile } from "@domain/changes/jobFiles";
import { moveVisits } from "@domain/changes/moveVisits";
import { jobSubject } from "@domain/changes/subjects";
import { dayKeyOf, dayRange, nextDay } from "@domain/dates/days";
import { JOB_FILE_FIELDS } from "@domain/job/jobs";
import { visitsOn } from "@domain/job/visits";
import { toFormValues, type Job } from "@/job/jobForm";
import { JOB_FIELD_NAMES } from "@/job/jobFormFields";
import { isOfJob } from "@/job/jobSubject";
import { expectationOf } from "@/job/photos/usePhotos";
import { changeOfJob as changeOf } from "@/features/jobs/form/editedRows";
import { creationOf } from "@/job/useCreateJob";
import { moveOfVisit } from "@/features/schedule/moves/useMoves";
import { newChange } from "@/offline/outbox/newChange";
import { outboxRules } from "@/offline/outbox/outboxRules";
import { aCustomer, aJob, FRIDAY_2_PM } from "../../support/builders";

const TODAY = dayKeyOf(FRIDAY_2_PM);

const jobs = fc
  .record({
    clientKey: fc.option(fc.uuid(), { nil: undefined }),
    isWaiting: fc.boolean(),
  })
  .map(({ clientKey, isWaiting }) =>
    aJob({
      // The id of a job that waits to be created is its client key.
      _id: ((isWaiting && clientKey) || "job1") as Id<"jobs">,
      ...(clientKey !== undefined && { clientKey }),
      job_estimate_date: FRIDAY_2_PM,
      job_install_date: FRIDAY_2_PM,
    }),
  );

/** Every way to change a job, in the form, its photos and the calendar. */
const builders: readonly ((job: Job) => readonly OutboxChange[])[] = [
  (job) => {
    const live = toFormValues(job, aCustomer());
    return JOB_FIELD_NAMES.map((name) => changeOf(job, { name, next: live, base: live[name] }));
  },
  (job) => calendarEntries([job]).map((entry) => moveOfVisit(entry, entry.at + 86_400_000)),
  (job) => {
    const owner = {
      kind: "job",
      id: job._id,
      clientKey: job.clientKey,
      label: job.job_address,
      customer: job.customer_name,
    } as const;
    const fileId = "file1" as Id<"_storage">;
    return JOB_FILE_FIELDS.flatMap((field) => {
      const { subject } = expectationOf(owner, field);
      return [
        newChange(removeFile, subject, { field, fileId }),
        newChange(moveFile, subject, { field, fileId, after: null }),
      ];
    });
  },
];

it("all changes of a job have the same subject, whatever makes them", () => {
  fc.assert(
    fc.property(jobs, (job) => {
      const changes = builders.flatMap((build) => build(job));
      const subject = jobSubject(job);
      for (const change of changes) {
        expect(change.subject).toEqual(subject);
        expect(change.args["id"]).toBe(subject.key);
      }
    }),
  );
});

it("a moved day names each job by the key of its subject", () => {
  fc.assert(
    fc.property(jobs, (job) => {
      const visits = visitsOn([job], dayRange(TODAY));
      const target = nextDay(TODAY);
      const move = newChange(moveVisits, { day: TODAY, target, visits });
      const { key } = jobSubject(job);
      expect(move?.needs).toEqual([key, key]);
      expect(move?.args["visits"]).toMatchObject([{ id: key }, { id: key }]);
    }),
  );
});

it("the subject stays the same from the creation on", () => {
  const key = crypto.randomUUID();
  const live = toFormValues(aJob(), aCustomer());
  const create = creationOf({ id: key, values: live, chosen: null, at: 1 });
  const made = aJob({ clientKey: key });
  expect(create.subject).toEqual(jobSubject(made));
});

it("an edit in the form and a drag of the same date merge into one row", () => {
  const job = aJob({
    clientKey: crypto.randomUUID(),
    job_estimate_date: FRIDAY_2_PM,
  });
  const live = toFormValues(job, aCustomer());
  const next = { ...live, job_estimate_date: "2026-11-24T10:00" };
  const name = "job_estimate_date";
  const edit = changeOf(job, { name, next, base: live[name] });
  const [entry] = calendarEntries([job]);
  const drag = moveOfVisit(entry!, FRIDAY_2_PM + 86_400_000);
  const [row] = outboxRules.addChange([], edit, { release: "r1" }).put ?? [];
  const { put, remove } = outboxRules.addChange([row!], drag, {
    release: "r1",
  });
  expect(remove).toEqual([edit.id]);
  expect(put).toMatchObject([{ id: drag.id, args: { base: edit.args.base } }]);
  expect(isOfJob(job, put![0]!)).toBe(true);
});
