import { clsx } from "clsx";
import { useMemo, type ReactNode, type Ref } from "react";
import { FIELDS } from "@domain/calls/fields";
import { MapPin, Navigation } from "@/components/icons/firstIcons";
import { rovingFocus } from "@/components/ui/rovingFocus";
import { ToggleGroup } from "@/components/ui/ToggleGroup";
import { JOB_CATEGORIES, JOB_STATUSES, jobStatusLabel } from "@domain/job/jobs";
import type { VisitField } from "@domain/job/visits";
import { directionsHref, mapHref } from "@/job/contactLinks";
import { CrewField } from "./fields/CrewField";
import { DateTimeField } from "./fields/DateTimeField";
import { useSuggestedTime, VisitContext } from "@/job/fields/DayVisits";
import { NotesField, PriceField, TextField } from "./fields/FormFields";
import { LazyDueField } from "./fields/LazyDue";
import { ContactLink } from "./fields/links";
import { pasteLines } from "./fields/pasteLines";
import { SelectField } from "./fields/SelectField";
import { LazyVisitSpanField } from "./fields/LazyVisitSpanField";
import {
  blockKeys,
  blockMark,
  FORM_BLOCKS,
  keepCompositionEnter,
  saveOnEnter,
  type FormBlock,
} from "@/job/formKeys";
import { JOB_FIELDS, readMinutes } from "@/job/jobFormFields";
import { useJobForm } from "@/job/JobFormContext";

/** Hides the link where the dialog's header has the same one. */
const IN_HEADER = "in-data-details:sm:hidden";

interface JobFormLayoutProps {
  readonly id: string;
  readonly onSubmit: () => Promise<void>;
  readonly customer: ReactNode;
  readonly photos: ReactNode;
  /** The list of the job's materials; absent for a new job. */
  readonly materials?: ReactNode;
  /** Shown below the address. */
  readonly addressOffer?: ReactNode;
  /** Shown below the visits. */
  readonly dateOffer?: ReactNode;
  readonly initialDay?: string | undefined;
}

/** The blocks of the form in the order of the specification, for a new job and an existing one. */
export function JobFormLayout({
  id,
  onSubmit,
  customer,
  photos,
  materials,
  addressOffer,
  dateOffer,
  initialDay,
}: JobFormLayoutProps) {
  return (
    <form
      id={id}
      noValidate
      ref={blockKeys}
      className="grid gap-6 lg:grid-cols-2 lg:gap-x-8 lg:gap-y-4"
      onKeyDownCapture={keepCompositionEnter}
      onKeyDown={saveOnEnter}
      onPaste={pasteLines}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      <Column>
        <FormSection block="customer">
          <div className="grid gap-x-3 gap-y-4 lg:gap-y-3 sm:grid-cols-2">{customer}</div>
        </FormSection>
        <FormSection block="job">
          <JobDetailFields addressOffer={addressOffer} />
        </FormSection>
        {materials && <FormSection block="materials">{materials}</FormSection>}
      </Column>
      <Column ref={keepInSight} className="lg:sticky lg:self-start">
        <FormSection block="pictures">
          <div
            ref={rovingFocus}
            role="group"
            aria-label={FORM_BLOCKS.pictures.label}
            className="flex flex-col gap-4 lg:gap-3"
          >
            {photos}
          </div>
        </FormSection>
        <FormSection block="schedule">
          <div className="grid gap-x-3 gap-y-4 lg:gap-y-3 sm:grid-cols-2">
            <VisitTimeField name="job_estimate_date" initialDay={initialDay} />
            <VisitTimeField name="job_install_date" initialDay={initialDay} />
            <LazyVisitSpanField type="estimate" />
            <LazyVisitSpanField type="install" />
            <CrewField name="job_estimate_crew" />
            <CrewField name="job_install_crew" />
            {dateOffer}
          </div>
        </FormSection>
        <div {...blockMark("notes")} className={clsx(SECTION, "border-b-0 pb-0")}>
          <NotesField />
        </div>
      </Column>
    </form>
  );
}

/** The time of a visit. It offers times at which the visit's crew is free for the visit's length. */
function VisitTimeField({
  name,
  initialDay,
}: Pick<JobFormLayoutProps, "initialDay"> & { readonly name: VisitField }) {
  const { values } = useJobForm();
  const type = JOB_FIELDS[name].visit;
  const crew = values[`job_${type}_crew`];
  const length = readMinutes(values[`job_${type}_length`]) || undefined;
  const visit = useMemo(() => ({ crew, length }), [crew, length]);
  return (
    <VisitContext value={visit}>
      <SuggestedTimeField {...{ name, initialDay }} />
    </VisitContext>
  );
}

/** A separate component, so that the form does not render again with each query result of the day. */
function SuggestedTimeField({
  name,
  initialDay,
}: Pick<JobFormLayoutProps, "initialDay"> & { readonly name: VisitField }) {
  return <DateTimeField name={name} suggestion={useSuggestedTime(initialDay)} />;
}

function JobDetailFields({ addressOffer }: Pick<JobFormLayoutProps, "addressOffer">) {
  const { jobId, values, notes, choose, isLocked } = useJobForm();
  const { error, status } = notes.job_categories ?? {};
  return (
    <div className="grid gap-x-3 gap-y-4 lg:gap-y-3 sm:grid-cols-2">
      <div className="grid gap-x-3 gap-y-4 lg:gap-y-3 sm:col-span-2 sm:grid-cols-[3fr_2fr]">
        <TextField
          name="job_address"
          required
          action={
            jobId !== null && (
              <>
                <ContactLink href={mapHref(values)} label="Open in maps" className={IN_HEADER}>
                  <MapPin aria-hidden="true" />
                </ContactLink>
                <ContactLink href={directionsHref(values)} label="Directions">
                  <Navigation aria-hidden="true" />
                </ContactLink>
              </>
            )
          }
        />
        <TextField name="job_city" />
        {addressOffer}
      </div>
      <PriceField />
      <StatusField />
      <div className="flex flex-col gap-2 sm:col-span-2">
        <div className="flex justify-between gap-2 text-sm">
          <p className="font-medium text-ink-muted">{FIELDS.job_categories.label}</p>
          <span className="text-ink-faint">{status}</span>
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
        {error && (
          <p role="alert" className="text-sm text-danger-ink">
            {error}
          </p>
        )}
      </div>
      {values.job_categories.includes("Gutter cleaning") && (
        <LazyDueField
          select={(options) => <SelectField name="job_due_months">{options}</SelectField>}
        />
      )}
    </div>
  );
}

function StatusField() {
  return (
    <SelectField name="job_status">
      {JOB_STATUSES.map((status) => (
        <option key={status} value={status}>
          {jobStatusLabel(status)}
        </option>
      ))}
    </SelectField>
  );
}

interface ColumnProps {
  readonly ref?: Ref<HTMLDivElement>;
  readonly className?: string;
  readonly children: ReactNode;
}

/** One of two columns, side by side on a desktop and one above the other on a phone. */
function Column({ ref, className, children }: ColumnProps) {
  return (
    <div ref={ref} className={clsx("flex min-w-0 flex-col gap-6 lg:gap-4", className)}>
      {children}
    </div>
  );
}

/** Keeps the shorter column in place while the longer one scrolls. If it is higher than the dialog, its end stays. */
function keepInSight(column: HTMLDivElement) {
  const dialog = column.closest(".overflow-y-auto");
  if (!dialog) return;
  const place = () => {
    const end = parseFloat(getComputedStyle(dialog).paddingBottom);
    const room = dialog.clientHeight - column.offsetHeight - end;
    column.style.top = `${Math.min(0, room)}px`;
  };
  const sizes = new ResizeObserver(place);
  sizes.observe(column);
  sizes.observe(dialog);
  return () => sizes.disconnect();
}

const SECTION =
  "flex min-w-0 flex-col gap-4 border-b border-line pb-6 lg:gap-3 lg:border-b-0 lg:pb-0";

function FormSection({
  block,
  children,
}: {
  readonly block: FormBlock;
  readonly children: ReactNode;
}) {
  return (
    <section {...blockMark(block)} className={SECTION}>
      <h2 className="text-sm font-semibold">{FORM_BLOCKS[block].label}</h2>
      {children}
    </section>
  );
}
