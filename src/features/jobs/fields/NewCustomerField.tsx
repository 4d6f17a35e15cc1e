import { UserCheck } from "lucide-react";
import { CustomerPicker } from "@/features/customers/CustomerPicker";
import type { NewJob } from "../useNewJob";
import { JobField } from "./JobField";

/** Whoever is typed is either chosen from the customers or becomes a new one. */
export function NewCustomerField({ job }: { readonly job: NewJob }) {
  const { values, chosen } = job;
  const isNew = values.job_customer_id === "" && values.customer_name !== "";
  return (
    <JobField
      name="customer_name"
      required
      hint={
        chosen ? (
          <span className="inline-flex items-center gap-1.5 text-accent-ink">
            <UserCheck aria-hidden="true" className="size-4" />
            Existing customer {chosen.customer_id}
          </span>
        ) : (
          isNew && "A new customer"
        )
      }
    >
      <CustomerPicker
        text={values.customer_name}
        onTextChange={job.typeName}
        onSelect={job.chooseCustomer}
        onBlur={() => job.leave("customer_name", values.customer_name)}
        placeholder="Search or type a name"
        autoFocus
        disabled={job.isLocked}
      />
    </JobField>
  );
}
