import { UNREADABLE } from "@/components/ui/unreadable";
import { customerChange } from "@domain/customerInput";
import {
  ADDRESS_REQUIRED,
  CUSTOMER_REQUIRED,
  jobChange,
} from "@domain/jobInput";
import { customerArgs, jobArgs } from "./jobArgs";
import type { JobFormErrors, JobFormValues } from "./jobForm";

const DATE_UNREADABLE = "Enter the whole date and time, or clear it.";
const PRICE_UNREADABLE = "Enter the price as a number, or clear it.";

/** What is wrong with the form, by field; empty when it may be saved. */
export function checkJobForm(values: JobFormValues): JobFormErrors {
  const hasCustomer =
    values.job_customer_id !== "" || values.customer_name.trim() !== "";
  return {
    ...issuesOf(customerChange.safeParse(customerArgs(values))),
    ...issuesOf(jobChange.safeParse(jobArgs(values))),
    ...(!hasCustomer && { customer_name: CUSTOMER_REQUIRED }),
    ...(values.jobs_price === UNREADABLE && { jobs_price: PRICE_UNREADABLE }),
    ...(values.job_estimate_date === UNREADABLE && {
      job_estimate_date: DATE_UNREADABLE,
    }),
    ...(values.job_install_date === UNREADABLE && {
      job_install_date: DATE_UNREADABLE,
    }),
    ...(values.job_address.trim() === "" && { job_address: ADDRESS_REQUIRED }),
  };
}

interface Parsed {
  readonly error?:
    | {
        readonly issues: readonly {
          readonly path: readonly PropertyKey[];
          readonly message: string;
        }[];
      }
    | undefined;
}

function issuesOf({ error }: Parsed): JobFormErrors {
  const issues = error?.issues ?? [];
  return Object.fromEntries(
    [...issues].reverse().map(({ path, message }) => [path[0], message]),
  ) as JobFormErrors;
}
