import { MapPin, Navigation } from "lucide-react";
import type { ReactNode } from "react";
import { FIELDS } from "@domain/fields";
import { ToggleGroup } from "@/components/ui/ToggleGroup";
import { formatShortDay, weekdayName } from "@domain/days";
import { JOB_CATEGORIES, JOB_STATUSES, jobStatusLabel } from "@domain/jobs";
import { directionsHref, mapHref } from "./contactLinks";
import { DateTimeField } from "./fields/DateTimeField";
import { NotesField, PriceField, TextField } from "./fields/FormFields";
import { ContactLink } from "./fields/links";
import { SelectField } from "./fields/SelectField";
import { useJobForm } from "./JobFormContext";

/** Hides the link where the dialog's header has the same one. */
const IN_HEADER = "in-data-details:sm:hidden";

interface JobFormLayoutProps {
  readonly id: string;
  readonly onSubmit: () => Promise<void>;
  readonly customer: ReactNode;
  readonly photos: ReactNode;
  /** Shown below the address. */
  readonly addressOffer?: ReactNode;
  readonly initialDay?: string | undefined;
}

/** The sections of the form in order, for a new job and an existing one. */
export function JobFormLayout({
  id,
  onSubmit,
  customer,
  photos,
  addressOffer,
  initialDay,
}: JobFormLayoutProps) {
  const morning = initialDay && {
    label: `${weekdayName(initialDay)}, ${formatShortDay(initialDay)} at 9:00 AM`,
    value: `${initialDay}T09:00`,
  };
  return (
    <form
      id={id}
      noValidate
      className="grid gap-6 lg:grid-cols-2 lg:gap-x-8"
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      <Column>
        <FormSection title="Customer">
          <div className="grid gap-x-3 gap-y-4 lg:gap-y-3 sm:grid-cols-2">
            {customer}
          </div>
        </FormSection>
        <FormSection title="Job">
          <JobDetailFields addressOffer={addressOffer} />
        </FormSection>
      </Column>
      <Column>
        <FormSection title="Pictures">{photos}</FormSection>
        <FormSection title="Schedule">
          <div className="grid gap-x-3 gap-y-4 lg:gap-y-3 sm:grid-cols-2">
            <DateTimeField
              name="job_estimate_date"
              suggestion={morning || undefined}
            />
            <DateTimeField
              name="job_install_date"
              suggestion={morning || undefined}
            />
          </div>
        </FormSection>
        <NotesField />
      </Column>
    </form>
  );
}

function JobDetailFields({
  addressOffer,
}: Pick<JobFormLayoutProps, "addressOffer">) {
  const { values, errors, unsent, choose, isLocked } = useJobForm();
  return (
    <div className="grid gap-x-3 gap-y-4 lg:gap-y-3 sm:grid-cols-2">
      <div className="grid gap-x-3 gap-y-4 lg:gap-y-3 sm:col-span-2 sm:grid-cols-[3fr_2fr]">
        <TextField
          name="job_address"
          required
          action={
            <>
              <ContactLink
                href={mapHref(values)}
                label="Open in maps"
                className={IN_HEADER}
              >
                <MapPin aria-hidden="true" />
              </ContactLink>
              <ContactLink href={directionsHref(values)} label="Directions">
                <Navigation aria-hidden="true" />
              </ContactLink>
            </>
          }
        />
        <TextField name="job_city" />
        {addressOffer}
      </div>
      <PriceField />
      <SelectField name="job_status">
        {JOB_STATUSES.map((status) => (
          <option key={status} value={status}>
            {jobStatusLabel(status)}
          </option>
        ))}
      </SelectField>
      <div className="flex flex-col gap-2 sm:col-span-2">
        <div className="flex justify-between gap-2 text-sm">
          <p className="font-medium text-ink-muted">
            {FIELDS.job_categories.label}
          </p>
          <span className="text-ink-faint">{unsent.job_categories}</span>
        </div>
        <ToggleGroup
          label={FIELDS.job_categories.label}
          options={JOB_CATEGORIES.map((category) => ({
            value: category,
            label: category,
          }))}
          value={values.job_categories}
          onChange={(categories) => choose("job_categories", categories)}
          disabled={isLocked}
        />
        {errors.job_categories && (
          <p role="alert" className="text-sm text-danger-ink">
            {errors.job_categories}
          </p>
        )}
      </div>
    </div>
  );
}

/** A column beside the other one on a desktop, else above it. */
function Column({ children }: { readonly children: ReactNode }) {
  return <div className="flex min-w-0 flex-col gap-6 lg:gap-4">{children}</div>;
}

function FormSection({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="flex flex-col gap-4 border-b border-line pb-6 lg:gap-3 lg:border-b-0 lg:pb-0">
      <h2 className="text-sm font-semibold">{title}</h2>
      {children}
    </section>
  );
}
