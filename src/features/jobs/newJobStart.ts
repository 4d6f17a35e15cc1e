import { useConvex } from "convex/react";
import { api } from "@convex/_generated/api";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { withinLimit } from "@/offline/outbox/response";
import type { Go } from "@/lib/openJob";
import { randomUuid } from "@/lib/randomUuid";
import { customerValues, type Customer, type Job } from "./jobForm";
import { EMPTY_JOB_FORM } from "./jobFormFields";
import { openNewJob, type NewJobStart } from "./requestedStart";

/** A new job for the customer. Of `last`, it takes over the place and the categories, and nothing else. */
export function newJobStart(customer: Customer, last: Job | null): NewJobStart {
  return {
    id: randomUuid(),
    chosen: customer,
    values: {
      ...EMPTY_JOB_FORM,
      ...customerValues(customer),
      ...(last && {
        job_address: last.job_address,
        job_city: last.job_city ?? "",
        job_categories: last.job_categories,
      }),
    },
  };
}

/**
 * Opens Create Job with the customer, the place and the categories of a job. Resolves once it is open: a customer who
 * is not known yet is read from the server or, without an answer, from this device.
 */
export function useBookAgain(
  go: Go,
): (job: Job, customer?: Customer | null) => Promise<void> {
  const convex = useConvex();
  const { copy, isOffline } = useDayCopies();
  return async (job, customer = null) => {
    const { job_customer_id: customer_id } = job;
    const found =
      customer !== null || isOffline
        ? customer
        : await withinLimit(
            convex
              .query(api.customers.getByCustomerId, { customer_id })
              // The dialog of the new job shows what this device knows.
              .catch(() => null),
          );
    const known = found ?? copy?.customers.get(customer_id) ?? copiesIn(job);
    openNewJob(newJobStart(known, job), go);
  };
}

/** What a job knows of its customer. */
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
