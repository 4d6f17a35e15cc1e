import type { ReactNode } from "react";
import { FIELDS } from "@domain/fields";
import { JOB_FILE_FIELD_LABELS, jobStatusLabel } from "@domain/jobs";
import { formatPhone } from "@domain/phone";
import { placeText } from "@domain/places";
import { PrintSheet } from "@/components/PrintSheet";
import { formatVisitTime } from "@/lib/formatDateTime";
import type { Customer, Job } from "../jobForm";
import { useCopiedPictures } from "../photos/useCopiedPictures";
import { usePictures } from "../photos/usePictures";
import { usePrintOnce } from "./usePrintOnce";

/** Four rows of six. */
const MAX_PHOTOS = 24;

const MEASUREMENT_ROWS = 8;
const MEASUREMENT_COLUMNS = ["Where", "Length", "Size", "Notes"];

interface JobSheetProps {
  readonly job: Job;
  readonly customer: Customer | null;
}

/** A job on paper, for the crew: where to go, whom to call, what is to be done, and room for measurements. */
export function JobSheet({ job, customer }: JobSheetProps) {
  const name = customer?.customer_name ?? job.customer_name;
  const phone = customer?.customer_phone ?? job.job_customer_phone ?? "";
  const drawings = job.job_drawings;
  const photos = [...job.job_photo_estimate, ...job.job_photo_install];
  const shown = photos.slice(0, MAX_PHOTOS);
  const pictures = usePictureUrls([...drawings, ...shown]);
  const sheet = usePrintOnce(pictures.areKnown);
  return (
    <PrintSheet ref={sheet}>
      <header className="flex items-baseline justify-between gap-4 border-b border-ink pb-2">
        <h1 className="min-w-0 text-2xl leading-8 font-semibold wrap-anywhere">
          {name}
        </h1>
        <p className="shrink-0">{jobStatusLabel(job.job_status)}</p>
      </header>
      <div className="mt-4 grid grid-cols-2 gap-x-8 gap-y-4">
        <dl className="flex flex-col gap-2">
          <Line label={FIELDS.job_address.label}>
            <span className="text-base font-semibold">{placeText(job)}</span>
          </Line>
          <Line label={FIELDS.customer_phone.label}>{formatPhone(phone)}</Line>
          <Line label={FIELDS.customer_email.label}>
            {customer?.customer_email}
          </Line>
        </dl>
        <dl className="flex flex-col gap-2">
          <Line label={FIELDS.job_estimate_date.label}>
            {job.job_estimate_date !== undefined &&
              formatVisitTime(job.job_estimate_date)}
          </Line>
          <Line label={FIELDS.job_install_date.label}>
            {job.job_install_date !== undefined &&
              formatVisitTime(job.job_install_date)}
          </Line>
          {job.job_categories.length > 0 && (
            <Line label="To do">
              <ul>
                {job.job_categories.map((category) => (
                  <li key={category} className="flex items-center gap-2">
                    <span className="size-3.5 shrink-0 border border-ink" />
                    {category}
                  </li>
                ))}
              </ul>
            </Line>
          )}
        </dl>
      </div>
      <dl className="mt-4">
        <Line label={FIELDS.job_notes.label}>
          {job.job_notes && (
            <span className="whitespace-pre-line">{job.job_notes}</span>
          )}
        </Line>
      </dl>
      <Measurements />
      <Pictures
        title={JOB_FILE_FIELD_LABELS.job_drawings}
        urls={pictures.of(drawings)}
        className="grid-cols-3"
      />
      <Pictures
        title="Photos"
        urls={pictures.of(shown)}
        more={photos.length - shown.length}
        className="grid-cols-6"
      />
    </PrintSheet>
  );
}

interface LineProps {
  readonly label: string;
  /** Nothing is printed without a value. */
  readonly children: ReactNode;
}

function Line({ label, children }: LineProps) {
  if (!children) return null;
  return (
    <div>
      <dt className="text-xs text-ink-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function Measurements() {
  return (
    <section className="mt-5 break-inside-avoid">
      <h2 className="mb-1 font-semibold">Measurements</h2>
      <table className="w-full table-fixed border-collapse">
        <thead>
          <tr>
            {MEASUREMENT_COLUMNS.map((name) => (
              <th
                key={name}
                scope="col"
                className="border border-ink-faint px-2 py-0.5 text-left text-xs font-normal text-ink-muted not-first:not-last:w-1/6"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: MEASUREMENT_ROWS }, (_, row) => (
            <tr key={row} className="h-[8mm]">
              {MEASUREMENT_COLUMNS.map((name) => (
                <td key={name} className="border border-ink-faint" />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface PicturesProps {
  readonly title: string;
  readonly urls: readonly string[];
  readonly more?: number;
  readonly className: string;
}

function Pictures({ title, urls, more = 0, className }: PicturesProps) {
  if (urls.length === 0) return null;
  return (
    <section className="mt-5">
      <h2 className="mb-1 break-after-avoid font-semibold">
        {title}
        {more > 0 && (
          <span className="font-normal text-ink-muted">
            {" "}
            (the first {urls.length}, {more} more on the screen)
          </span>
        )}
      </h2>
      <div className={`grid gap-1.5 ${className}`}>
        {urls.map((url) => (
          <img
            key={url}
            src={url}
            alt=""
            className="aspect-4/3 w-full break-inside-avoid object-cover"
          />
        ))}
      </div>
    </section>
  );
}

/** The small pictures of stored files, from this device or from the server. */
function usePictureUrls(ids: readonly string[]) {
  const stored = usePictures(ids);
  const copied = useCopiedPictures(ids);
  const urlOf = (id: string) => {
    const picture = stored.get(id);
    return copied.get(id) ?? picture?.thumbnailUrl ?? picture?.url;
  };
  return {
    areKnown: ids.every((id) => stored.has(id) || copied.has(id)),
    of: (some: readonly string[]) => some.flatMap((id) => urlOf(id) ?? []),
  };
}
