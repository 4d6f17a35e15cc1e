import { Mail, Phone } from "lucide-react";
import { useCustomerWithPhone } from "@/features/customers/useCustomerWithPhone";
import { OBTAINED_TYPES } from "@domain/customers";
import { formatPhone } from "@domain/phone";
import { mailHref, phoneHref } from "../contactLinks";
import type { Customer } from "../jobForm";
import { useJobForm } from "../JobFormContext";
import { ContactLink } from "./ContactLink";
import { LinkButton } from "./LinkButton";
import { SelectField } from "./SelectField";
import { TextField } from "./TextField";

interface CustomerFieldsProps {
  /** Takes the customer who has the typed number already. */
  readonly onChoose?: (customer: Customer) => void;
}

/** How to reach the customer, and how they came. */
export function CustomerFields({ onChoose }: CustomerFieldsProps) {
  const { values } = useJobForm();
  // A number that someone has already is the moment to stop a duplicate.
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
