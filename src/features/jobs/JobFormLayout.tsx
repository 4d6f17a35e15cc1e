import { MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { ToggleGroup } from "@/components/ui/ToggleGroup";
import { formatShortDay, weekdayName } from "@domain/days";
import { JOB_CATEGORIES, JOB_STATUSES, jobStatusLabel } from "@domain/jobs";
import { mapHref } from "./contactLinks";
import { DateTimeField } from "./fields/DateTimeField";
import {
  NotesField,
  PriceField,
  SelectField,
  TextField,
} from "./fields/FormFields";
import { ContactLink } from "./fields/links";
import { useJobForm } from "./JobFormContext";
import { JOB_FIELDS } from "./jobFormFields";

interface JobFormLayoutProps {
  readonly id: string;
  readonly onSubmit: () => Promise<void>;
  readonly customer: ReactNode;
  readonly photos: ReactNode;
  readonly initialDay?: string | undefined;
}

/** The sections of the form in order, for a new job and an existing one. */
export function JobFormLayout({
  id,
  onSubmit,
  customer,
  photos,
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
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      <FormSection title="Customer">
        <div className="grid gap-4 sm:grid-cols-2">{customer}</div>
      </FormSection>
      <FormSection title="Job">
        <JobDetailFields />
      </FormSection>
      <FormSection title="Pictures">{photos}</FormSection>
      <FormSection title="Schedule">
        <div className="grid gap-4 sm:grid-cols-2">
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
    </form>
  );
}

function JobDetailFields() {
  const { values, errors, choose, isLocked } = useJobForm();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="grid gap-4 sm:col-span-2 sm:grid-cols-[2fr_1fr]">
        <TextField
          name="job_address"
          required
          action={
            <ContactLink
              href={mapHref(values.job_address, values.job_city)}
              label="Open in maps"
            >
              <MapPin aria-hidden="true" />
            </ContactLink>
          }
        />
        <TextField name="job_city" />
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
        <p className="text-sm font-medium text-ink-muted">
          {JOB_FIELDS.job_categories.label}
        </p>
        <ToggleGroup
          label={JOB_FIELDS.job_categories.label}
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

function FormSection({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="flex flex-col gap-4 border-b border-line pb-6">
      <h2 className="text-sm font-semibold">{title}</h2>
      {children}
    </section>
  );
}
