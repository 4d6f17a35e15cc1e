import type { ReactNode } from "react";
import { formatShortDay, weekdayName } from "@domain/days";
import { DateTimeField } from "./fields/DateTimeField";
import { JobDetailFields } from "./fields/JobDetailFields";
import { NotesField } from "./fields/NotesField";

interface JobFormLayoutProps {
  readonly id: string;
  readonly onSubmit: () => Promise<void>;
  readonly customer: ReactNode;
  readonly photos: ReactNode;
  readonly initialDay?: string | undefined;
}

/** The blocks of the form in their order, for a new job and an existing one alike. */
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
      <FormBlock title="Customer">
        <div className="grid gap-4 sm:grid-cols-2">{customer}</div>
      </FormBlock>
      <FormBlock title="Job">
        <JobDetailFields />
      </FormBlock>
      <FormBlock title="Pictures">{photos}</FormBlock>
      <FormBlock title="Schedule">
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
      </FormBlock>
      <NotesField />
    </form>
  );
}

function FormBlock({
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
