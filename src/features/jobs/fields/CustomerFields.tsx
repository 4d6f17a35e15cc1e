import { useState, type ReactNode } from "react";
import { MessageSquare, Phone } from "@/components/icons/firstIcons";
import { Mail, UserCheck } from "@/components/icons/icons";
import { Button } from "@/components/ui/Button";
import { Field } from "@/components/ui/Field";
import { IconButton } from "@/components/ui/IconButton";
import { CustomerPicker } from "@/job/customer/CustomerPicker";
import { isWaitingCustomer } from "@/job/customer/FoundCustomer";
import { useLookalike } from "@/job/customer/useCustomerSearch";
import { OBTAINED_TYPES } from "@domain/customer/customers";
import { formatPhone } from "@domain/customer/phone";
import { mailHref, phoneHref, textHref } from "@/job/contactLinks";
import { shownOfCustomer } from "@domain/changes/createJob";
import type { Customer } from "@/job/jobForm";
import { useJobForm } from "@/job/JobFormContext";
import { correctedCustomer } from "@/job/shownJobs";
import type { NewJobSession } from "../form/NewJobSession";
import { useWaitingChanges } from "@/job/useWaitingChanges";
import { JobField, TextField } from "./FormFields";
import { ContactLink, CustomerLink, LinkButton } from "./links";
import { useLookalikeHint } from "./LookalikeHint";
import { SelectField } from "./SelectField";

/** Hides the link where the dialog's header has the same one. */
const IN_HEADER = "in-data-details:sm:hidden";

interface NewCustomerFieldProps {
  readonly job: Pick<NewJobSession, "chooseCustomer" | "typeName">;
  readonly chosen: Customer | null;
}

/** The customer of a new job: one chosen from the list, or a new one by the typed name. */
export function NewCustomerField({ job, chosen }: NewCustomerFieldProps) {
  const { values, isLocked, leave } = useJobForm();
  const changes = useWaitingChanges();
  const isNew = values.job_customer_id === "" && values.customer_name !== "";
  const found = useLookalike(values);
  const lookalike = isNew && found?.by === "customer_name" ? found.customer : null;
  return (
    <JobField
      name="customer_name"
      required
      hint={
        chosen ? (
          <span className="inline-flex items-center gap-1.5 text-link">
            <UserCheck aria-hidden="true" className="size-4" />
            {isWaitingCustomer(chosen)
              ? "The customer of a job that waits"
              : `Existing customer ${chosen.customer_id}`}
          </span>
        ) : (
          isNew && (
            // Cut to one line, so that a found customer does not move the fields below.
            <span className="block truncate">{newCustomerText(lookalike)}</span>
          )
        )
      }
    >
      <CustomerPicker
        name="customer_name"
        text={values.customer_name}
        onTextChange={job.typeName}
        onSelect={(found) => job.chooseCustomer(correctedCustomer(found, changes))}
        lookalike={lookalike}
        onBlur={() => leave("customer_name", values.customer_name)}
        placeholder="Search or type a name"
        autoFocus={chosen === null}
        disabled={isLocked}
      />
    </JobField>
  );
}

function newCustomerText(lookalike: Customer | null): string {
  return lookalike === null
    ? "A new customer"
    : `A new customer, with a name like ${lookalike.customer_name}`;
}

/** The customer of an existing job: correct the name or choose another customer. */
export function ExistingCustomerField({ customer }: { readonly customer: Customer | null }) {
  const { choose, isLocked } = useJobForm();
  const changes = useWaitingChanges();
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
              onSelect={(chosen) => {
                const shows = shownOfCustomer(correctedCustomer(chosen, changes));
                choose("job_customer_id", chosen.customer_id, shows);
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
        <span className="flex flex-wrap gap-x-3">
          {customer &&
            (isWaitingCustomer(customer) ? (
              "A new customer"
            ) : (
              <CustomerLink customerId={customer.customer_id} className={IN_HEADER} />
            ))}
          {!isLocked && (
            <LinkButton
              name="job_customer_id"
              className="touch:min-h-11"
              onClick={() => setIsChoosing(true)}
            >
              Choose another customer
            </LinkButton>
          )}
        </span>
      }
    />
  );
}

interface CustomerFieldsProps {
  /** True if the customer may not exist yet, so that there is nobody to call or write to. */
  readonly isNew?: boolean;
  /** Opens the messages to the customer, at the phone number that is shown. */
  readonly onText?: (phone: string) => void;
  /** Hints of customers who may be the typed one. */
  readonly phoneHint?: ReactNode;
  readonly emailHint?: ReactNode;
  /** Further buttons at the end of the phone's and the email's field. */
  readonly phoneAction?: ReactNode;
  readonly emailAction?: ReactNode;
  /** The width of the email's field in the grid of the form. */
  readonly emailClass?: string;
}

/** The phone and email of a new job's customer, with hints of known customers. */
export function NewCustomerContacts({
  job,
}: {
  readonly job: Pick<NewJobSession, "chooseCustomer">;
}) {
  const changes = useWaitingChanges();
  const onChoose = (found: Customer) => job.chooseCustomer(correctedCustomer(found, changes));
  return (
    <CustomerFields
      isNew
      phoneHint={useLookalikeHint({ name: "customer_phone", onChoose })}
      emailHint={useLookalikeHint({ name: "customer_email", onChoose })}
    />
  );
}

/** The customer's phone, email and obtained type. */
export function CustomerFields({
  isNew = false,
  onText,
  phoneHint,
  emailHint,
  phoneAction,
  emailAction,
  emailClass = "",
}: CustomerFieldsProps) {
  const { values } = useJobForm();
  return (
    <>
      <TextField
        name="customer_phone"
        type="tel"
        placeholder="(555) 555-0100"
        format={formatPhone}
        hint={phoneHint}
        action={
          !isNew && (
            <>
              <ContactLink
                href={phoneHref(values.customer_phone)}
                label="Call"
                className={IN_HEADER}
              >
                <Phone aria-hidden="true" />
              </ContactLink>
              {onText && textHref(values.customer_phone) !== null && (
                <IconButton
                  label="Text"
                  variant="secondary"
                  aria-haspopup="dialog"
                  onClick={() => onText(values.customer_phone)}
                >
                  <MessageSquare aria-hidden="true" />
                </IconButton>
              )}
              {phoneAction}
            </>
          )
        }
      />
      <TextField
        name="customer_email"
        className={emailClass}
        type="email"
        placeholder="name@example.com"
        hint={emailHint}
        action={
          !isNew && (
            <>
              <ContactLink href={mailHref(values.customer_email)} label="Write an email">
                <Mail aria-hidden="true" />
              </ContactLink>
              {emailAction}
            </>
          )
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
