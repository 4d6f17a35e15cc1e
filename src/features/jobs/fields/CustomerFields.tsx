import { clsx } from "clsx";
import { Mail, Phone, UserCheck } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/Button";
import { Field } from "@/components/ui/Field";
import { CustomerPicker } from "@/features/customers/CustomerPicker";
import { useCustomerWithPhone } from "@/features/customers/useCustomerSearch";
import { OBTAINED_TYPES } from "@domain/customers";
import { formatPhone } from "@domain/phone";
import { mailHref, phoneHref } from "../contactLinks";
import type { Customer } from "../jobForm";
import { useJobForm } from "../JobFormContext";
import type { NewJob } from "../useNewJob";
import { JobField, SelectField, TextField } from "./FormFields";
import { ContactLink, LinkButton } from "./links";

/** The customer of a new job: one chosen from the list, or a new one by the typed name. */
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

/** The customer of an existing job: correct the name or choose another customer. */
export function ExistingCustomerField({
  customer,
}: {
  readonly customer: Customer | null;
}) {
  const { choose, isLocked } = useJobForm();
  const [isChoosing, setIsChoosing] = useState(false);
  const [term, setTerm] = useState("");
  const stop = () => {
    setIsChoosing(false);
    setTerm("");
  };

  if (isChoosing) {
    return (
      <Field label="Another customer" hint="Search by name, phone, email or id">
        <div className="flex gap-2">
          <div className="grow">
            <CustomerPicker
              text={term}
              onTextChange={setTerm}
              onSelect={({ customer_id }) => {
                choose("job_customer_id", customer_id);
                stop();
              }}
              placeholder="Search customers"
              emptyText="No customer found."
              autoFocus
            />
          </div>
          <Button onClick={stop}>Cancel</Button>
        </div>
      </Field>
    );
  }
  return (
    <TextField
      name="customer_name"
      required
      hint={
        <>
          {customer?.customer_id}
          {!isLocked && (
            <LinkButton
              className={clsx(customer && "ml-3")}
              onClick={() => setIsChoosing(true)}
            >
              Choose another customer
            </LinkButton>
          )}
        </>
      }
    />
  );
}

interface CustomerFieldsProps {
  /** Offers the customer who already has the typed phone number. */
  readonly onChoose?: (customer: Customer) => void;
}

/** The customer's phone, email and obtained type. */
export function CustomerFields({ onChoose }: CustomerFieldsProps) {
  const { values } = useJobForm();
  // Prevents a duplicate: another customer may already have this number.
  const known = useCustomerWithPhone(
    onChoose && values.job_customer_id === "" ? values.customer_phone : "",
  );
  return (
    <>
      <TextField
        name="customer_phone"
        type="tel"
        placeholder="(555) 555-0100"
        format={formatPhone}
        hint={
          known && (
            <>
              {known.customer_name} ({known.customer_id}) has this number.{" "}
              <LinkButton onClick={() => onChoose?.(known)}>
                Use this customer
              </LinkButton>
            </>
          )
        }
        action={
          <ContactLink href={phoneHref(values.customer_phone)} label="Call">
            <Phone aria-hidden="true" />
          </ContactLink>
        }
      />
      <TextField
        name="customer_email"
        type="email"
        placeholder="name@example.com"
        action={
          <ContactLink
            href={mailHref(values.customer_email)}
            label="Write an email"
          >
            <Mail aria-hidden="true" />
          </ContactLink>
        }
      />
      <SelectField name="customer_obtained_type">
        <option value="">Not known</option>
        {OBTAINED_TYPES.map((type) => (
          <option key={type} value={type}>
            {type}
          </option>
        ))}
      </SelectField>
    </>
  );
}
