import { MapPin } from "lucide-react";
import { ToggleGroup } from "@/components/ui/ToggleGroup";
import { JOB_CATEGORIES, JOB_STATUSES, jobStatusLabel } from "@domain/jobs";
import { mapHref } from "../contactLinks";
import { JOB_FIELD_LABELS } from "../jobForm";
import { useJobForm } from "../JobFormContext";
import { ContactLink } from "./ContactLink";
import { PriceField } from "./PriceField";
import { SelectField } from "./SelectField";
import { TextField } from "./TextField";

/** Where, for how much, how far along and what. */
export function JobDetailFields() {
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
          {JOB_FIELD_LABELS.job_categories}
        </p>
        <ToggleGroup
          label={JOB_FIELD_LABELS.job_categories}
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
