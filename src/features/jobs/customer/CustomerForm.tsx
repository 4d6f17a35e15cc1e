import { useMemo } from "react";
import { formatPhone } from "@domain/customer/phone";
import { Phone } from "@/components/icons/firstIcons";
import { Copy } from "@/components/icons/icons";
import { Button } from "@/components/ui/Button";
import { OfficeName } from "@/session/OfficeName";
import { ConfirmButton } from "@/components/ui/ConfirmButton";
import { DialogPanel } from "@/components/ui/Dialog";
import { IconButton } from "@/components/ui/IconButton";
import { copyText } from "@/lib/copyText";
import { openMessages } from "@/lib/openMessages";
import { openJob } from "@/lib/openJob";
import { useGo } from "@/lib/useGo";
import { phoneHref } from "@/job/contactLinks";
import { editedCustomer } from "../form/editedRows";
import { CustomerFields } from "@/features/jobs/fields/CustomerFields";
import { TextField } from "@/features/jobs/fields/FormFields";
import { ContactLink } from "@/features/jobs/fields/links";
import type { EditSession } from "@/features/jobs/form/EditSession";
import { useEditSession } from "@/features/jobs/form/useEditSession";
import { FoundTextList } from "../form/FoundTextList";
import type { Customer, Job } from "@/job/jobForm";
import { JobFormContext, useJobForm } from "@/job/JobFormContext";
import { newJobStart, useBookAgain } from "@/job/newJobStart";
import { openNewJob } from "@/job/requestedStart";
import { focusField, goTo } from "../form/unreadableFields";
import { useDeferredBlur } from "../fields/useDeferredBlur";
import { CustomerJobs } from "./CustomerJobs";
import { CustomerSums } from "./CustomerSums";
import { MergeCustomer } from "./MergeCustomer";
import { jobsWithCustomer, useDeleteCustomer } from "./useDeleteCustomer";
import { useCustomerJobs } from "./useCustomerJobs";
import { placeText } from "@domain/customer/places";
import { useImportedDetails } from "@/job/customer/useImportedDetails";

const FORM_ID = "customer";

interface CustomerFormProps {
  /** The customer, with the waiting changes of this device. */
  readonly customer: Customer;
  readonly isDeleting: boolean;
  readonly onDeleting: (isDeleting: boolean) => void;
  readonly onClose: () => void;
}

/** Everything about one customer: their contacts, their past jobs, and what comes next. */
export function CustomerForm(props: CustomerFormProps) {
  const { customer, isDeleting, onClose } = props;
  const rows = useMemo(() => editedCustomer(customer), [customer]);
  const { session, form, found } = useEditSession(rows, {
    isLocked: isDeleting,
  });
  const work = useCustomerJobs(customer);
  const go = useGo();
  const bookAgain = useBookAgain(go);
  const leaveFor = (next: () => void) => {
    if (!goTo(FORM_ID, session.close())) return;
    onClose();
    next();
  };
  const book = (last: Job | null) =>
    leaveFor(() => {
      if (last) void bookAgain(last, customer);
      else openNewJob(newJobStart(customer, null), go);
    });

  return (
    <div className="contents" {...useDeferredBlur()}>
      <DialogPanel
        title={`Customer ${customer.customer_id}`}
        details={
          <div className="flex min-w-0 items-center gap-2.5 max-sm:[&>:not(p)]:hidden">
            <p className="min-w-0 truncate sm:text-base sm:leading-8 font-semibold">
              {customer.customer_name}
            </p>
            <CallLink phone={customer.customer_phone ?? ""} />
          </div>
        }
        onClose={() => leaveFor(() => undefined)}
        footer={<CustomerButtons {...props} work={work} onBook={book} />}
      >
        <JobFormContext value={form}>
          <FoundTextList
            {...{ session, texts: found, isLocked: form.isLocked }}
            onUsed={(name) => focusField(FORM_ID, name)}
          />
          <div className="grid gap-6 lg:grid-cols-2 lg:gap-x-8">
            <div className="flex min-w-0 flex-col gap-6">
              <ContactForm
                session={session}
                onText={(phone) =>
                  openMessages({
                    customerId: customer.customer_id,
                    name: customer.customer_name,
                    phone,
                    job: null,
                  })
                }
              />
              <CustomerSums work={work} />
              <ImportedDetails customer={customer} />
              <MergeCustomer customer={customer} />
            </div>
            <CustomerJobs work={work} onOpen={(job) => leaveFor(() => openJob(job._id, go))} />
          </div>
        </JobFormContext>
      </DialogPanel>
    </div>
  );
}

function CallLink({ phone }: { readonly phone: string }) {
  return (
    <ContactLink variant="ghost" href={phoneHref(phone)} label={`Call ${formatPhone(phone)}`}>
      <Phone aria-hidden="true" />
    </ContactLink>
  );
}

interface ContactFormProps {
  readonly session: EditSession;
  readonly onText: (phone: string) => void;
}

function ContactForm({ session, onText }: ContactFormProps) {
  const { customer_phone: phone, customer_email: email } = useJobForm().values;
  return (
    <form
      id={FORM_ID}
      noValidate
      aria-label="Contact"
      className="grid gap-x-3 gap-y-4 sm:grid-cols-2 lg:gap-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        void session.save();
      }}
    >
      <TextField name="customer_name" required className="sm:col-span-2" />
      <CustomerFields
        onText={onText}
        phoneAction={
          <CopyButton
            name="Phone"
            text={formatPhone(phone) || phone}
            // Beside three buttons there is no room for the number.
            className="max-[22.5rem]:hidden"
          />
        }
        emailAction={<CopyButton name="Email" text={email} />}
        // Half of a row would cut most addresses beside two buttons.
        emailClass="sm:col-span-2"
      />
    </form>
  );
}

interface CopyButtonProps {
  readonly name: string;
  readonly text: string;
  readonly className?: string;
}

function CopyButton({ name, text, className }: CopyButtonProps) {
  if (text.trim() === "") return null;
  return (
    <IconButton
      label={`Copy ${name.toLowerCase()}`}
      variant="secondary"
      className={className}
      onClick={({ currentTarget }) => void copyText(name, text, currentTarget)}
    >
      <Copy aria-hidden="true" />
    </IconButton>
  );
}

interface CustomerButtonsProps extends CustomerFormProps {
  readonly work: ReturnType<typeof useCustomerJobs>;
  /** Books a job at the place of the last one; null books it without a place. */
  readonly onBook: (last: Job | null) => void;
}

function CustomerButtons(props: CustomerButtonsProps) {
  const { customer, isDeleting, work, onBook } = props;
  const remove = useDeleteCustomer(customer, props);
  const last = work.jobs?.[0];
  return (
    <>
      <ConfirmButton
        className="mr-auto has-[+p]:mr-0"
        confirmLabel={`Delete with ${jobsWithCustomer(work.totals)}?`}
        busy={isDeleting}
        onConfirm={() => void remove()}
      >
        Delete
      </ConfirmButton>
      <OfficeName className="mr-auto max-w-16 sm:max-w-40" />
      {last && (
        <Button
          title="Create a job with the place, the categories and the materials of the last one"
          onClick={() => onBook(last)}
        >
          Book again
        </Button>
      )}
      <Button variant="primary" onClick={() => onBook(null)}>
        New job
      </Button>
    </>
  );
}

/** Imported columns that fit no field of a customer. */
function ImportedDetails({ customer }: { readonly customer: Customer }) {
  const details = useImportedDetails(customer);
  if (!details || details.places.length + details.texts.length === 0) return null;
  return (
    <section aria-labelledby="imported-details" className="text-sm">
      <h2 id="imported-details" className="mb-2 font-semibold">
        Imported details
      </h2>
      <ul className="flex flex-col gap-1.5">
        {details.places.map((place) => (
          <li key={placeText(place)} className="wrap-anywhere">
            <span className="text-ink-muted">Address:</span> {placeText(place)}
          </li>
        ))}
        {details.texts.map((text) => (
          <li key={text} className="wrap-anywhere whitespace-pre-wrap">
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
