import { customerChange } from "@domain/customer/customerInput";
import { checkInput, type Rules } from "@domain/calls/inputRules";
import { ADDRESS_REQUIRED, CUSTOMER_REQUIRED, jobChange } from "@domain/job/jobInput";
import { customerArgs, jobArgs } from "./jobArgs";
import {
  FORM_FIELDS,
  JOB_FIELD_NAMES,
  type JobFormErrors,
  type JobFormValues,
} from "./jobFormFields";

/** The errors of the form by field; empty if it can be saved. */
export function checkJobForm(values: JobFormValues): JobFormErrors {
  const hasCustomer = values.job_customer_id !== "" || values.customer_name.trim() !== "";
  return {
    ...errorsOf(customerChange, customerArgs(values)),
    ...errorsOf(jobChange, jobArgs(values)),
    ...(!hasCustomer && { customer_name: CUSTOMER_REQUIRED }),
    ...unreadableFields(values),
    ...(values.job_address.trim() === "" && { job_address: ADDRESS_REQUIRED }),
  };
}

/** The errors of unreadable fields, such as half a date. */
function unreadableFields(values: JobFormValues): JobFormErrors {
  return Object.fromEntries(
    JOB_FIELD_NAMES.flatMap((name) => {
      const field = FORM_FIELDS[name];
      const value = values[name];
      return "unreadable" in field && typeof value === "string" && Number.isNaN(field.send(value))
        ? [[name, field.unreadable]]
        : [];
    }),
  );
}

function errorsOf(rules: Rules, args: object): JobFormErrors {
  const { errors = [] } = checkInput(rules, args);
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
}
