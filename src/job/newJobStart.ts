import { useConvex } from "convex/react";
import { api } from "@convex/_generated/api";
import { jobKey } from "@domain/changes/subjects";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { useDeviceStore } from "@/offline/device/DeviceStoreProvider";
import { useOpenOutbox } from "@/offline/OutboxProvider";
import { withinLimit } from "@/offline/outbox/response";
import { isChunkLoadError } from "@/lib/chunkLoadError";
import type { Go } from "@/lib/openJob";
import { randomUuid } from "@/lib/randomUuid";
import { showToast } from "@/lib/toasts";
import { customerValues, type Customer, type Job } from "./jobForm";
import { EMPTY_JOB_FORM } from "./jobFormFields";
import { openNewJob, type NewJobStart } from "./requestedStart";

/**
 * The start of a new job for the customer. From `last` it takes only the place, the categories and the interval after
 * which they are due again. `at` is the time of the install, as the value of its field.
 */
export function newJobStart(customer: Customer, last: Job | null, at = ""): NewJobStart {
  return {
    id: randomUuid(),
    chosen: customer,
    ...(last && { again: last }),
    values: {
      ...EMPTY_JOB_FORM,
      ...customerValues(customer),
      ...(last && {
        job_address: last.job_address,
        job_city: last.job_city ?? "",
        job_categories: last.job_categories,
        // A job that is booked again drops the choice "Not again".
        job_due_months: String(last.job_due_months || ""),
      }),
      ...(at !== "" && {
        job_install_date: at,
        job_status: "install_scheduled",
      }),
    },
  };
}

/**
 * Opens Create Job with the customer, the place, the categories and the materials of a job. Resolves once it is open.
 * Missing data is read from the server or, if it does not answer, from this device.
 */
export function useBookAgain(
  go: Go,
): (job: Job, customer?: Customer | null, at?: string) => Promise<void> {
  const convex = useConvex();
  const { copy, isOffline } = useDayCopies();
  const { store } = useDeviceStore();
  const client = useOpenOutbox()?.client;
  const linesOf = async (job: Job, id: string) => {
    // Queried before the import: the job's dialog, which is about to close, still subscribes to both queries.
    const live = Promise.all([
      convex.query(api.lines.ofJob, { id: jobKey(job) }),
      convex.query(api.inventory.listItems, {}),
    ]).catch(() => null);
    const { linesOfLast } = await import("./linesOfLast");
    const waiting = client?.items() ?? [];
    return await linesOfLast(job, id, { live, isOffline, store, waiting });
  };
  const customerOf = async ({ job_customer_id: customer_id }: Job) =>
    await withinLimit(
      convex
        .query(api.customers.getByCustomerId, { customer_id })
        // After a failure, the new job's dialog shows the customer as this device knows them.
        .catch(() => null),
    );
  return async (job, customer = null, at = "") => {
    const id = randomUuid();
    const [found, brings] = await Promise.all([
      customer !== null || isOffline ? customer : customerOf(job),
      linesOf(job, id).catch((error: unknown) => {
        // Without the code that reads the lines, the job is booked without materials.
        if (!isChunkLoadError(error)) reportError(error);
        return null;
      }),
    ]);
    if (brings === null)
      showToast("warning", "Materials do not come along", {
        description: "They are not known here.",
      });
    const copied = copy?.customers.get(job.job_customer_id);
    const start = newJobStart(found ?? copied ?? copiesIn(job), job, at);
    openNewJob({ ...start, id, ...(brings && { brings }) }, go);
  };
}

/** The customer, from the copies in a job. */
function copiesIn(job: Job): Customer {
  const { job_customer_id, customer_name, job_customer_phone: phone } = job;
  return {
    _id: job_customer_id as Customer["_id"],
    _creationTime: job._creationTime,
    customer_id: job_customer_id,
    customer_name,
    ...(phone !== undefined && { customer_phone: phone }),
  };
}
