import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { LineFields } from "@domain/estimate/lines";
import { quantityText } from "@domain/estimate/units";
import { crewName } from "@domain/job/crews";
import { ENTRY_TYPES, type EntryType } from "@domain/job/entryTypes";
import { FIELDS } from "@domain/calls/fields";
import { gutterSizeLabel } from "@domain/stock/gutterSizes";
import { JOB_FILE_FIELD_LABELS, jobStatusLabel } from "@domain/job/jobs";
import { formatPhone } from "@domain/customer/phone";
import { placeText } from "@domain/customer/places";
import { spanWords } from "@domain/job/spanWords";
import { spanOf } from "@domain/job/visitLength";
import { FIELD_OF_VISIT } from "@domain/job/visits";
import { PrintSheet } from "@/components/PrintSheet";
import { formatVisitTime } from "@/lib/formatDateTime";
import { useJobLines } from "@/offline/useJobLines";
import { useOfficeSettings } from "@/offline/useOfficeSettings";
import type { Customer, Job } from "@/job/jobForm";
import { useCopiedPictures } from "@/job/photos/useCopiedPictures";
import { usePictures } from "@/job/photos/usePictures";
import { usePrintOnce } from "@/job/usePrintOnce";

/** Four rows of six. */
const MAX_PHOTOS = 24;

const CREW_FIELDS = ["job_estimate_crew", "job_install_crew"] as const;

const MEASUREMENT_ROWS = 8;
const MEASUREMENT_COLUMNS = ["Where", "Length", "Size", "Notes"];
const CELL = "border border-ink-faint px-2";
const LINE_COLUMNS = ["Item", "Size", "Quantity", "Color"];

interface JobSheetProps {
  readonly job: Job;
  readonly customer: Customer | null;
}

/** A job on paper, for the crew: where to go, whom to call, what to do, and its materials or room for measurements. */
export function JobSheet({ job, customer }: JobSheetProps) {
  const name = customer?.customer_name ?? job.customer_name;
  const phone = customer?.customer_phone ?? job.job_customer_phone ?? "";
  const settings = useOfficeSettings() ?? {};
  const drawings = job.job_drawings;
  const photos = [...job.job_photo_estimate, ...job.job_photo_install];
  const shown = photos.slice(0, MAX_PHOTOS);
  const pictures = usePictureUrls([...drawings, ...shown]);
  const lines = useJobLines(job)?.lines;
  const sheet = usePrintOnce(pictures.areKnown && lines !== undefined);
  return (
    <PrintSheet ref={sheet}>
      <header className="flex items-baseline justify-between gap-4 border-b border-ink pb-2">
        <h1 className="min-w-0 text-2xl leading-8 font-semibold wrap-anywhere">{name}</h1>
        <p className="shrink-0">{jobStatusLabel(job.job_status)}</p>
      </header>
      <div className="mt-4 grid grid-cols-2 gap-x-8 gap-y-4">
        <dl className="flex flex-col gap-2">
          <Line label={FIELDS.job_address.label}>
            <span className="text-base font-semibold">{placeText(job)}</span>
          </Line>
          <Line label={FIELDS.customer_phone.label}>{formatPhone(phone)}</Line>
          <Line label={FIELDS.customer_email.label}>{customer?.customer_email}</Line>
        </dl>
        <dl className="flex flex-col gap-2">
          {ENTRY_TYPES.map((type) => (
            <Line key={type} label={FIELDS[FIELD_OF_VISIT[type]].label}>
              {visitLine(job, type)}
            </Line>
          ))}
          {CREW_FIELDS.map((field) => (
            <Line key={field} label={FIELDS[field].label}>
              {job[field] && crewName(job[field], settings)}
            </Line>
          ))}
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
          {job.job_notes && <span className="whitespace-pre-line">{job.job_notes}</span>}
        </Line>
      </dl>
      {lines && lines.length > 0 ? <Materials lines={lines} /> : <Measurements />}
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

/** The time of a visit, with its window and its length. */
function visitLine(job: Job, type: EntryType): string {
  const at = job[FIELD_OF_VISIT[type]];
  if (at === undefined) return "";
  return [formatVisitTime(at), spanWords(at, spanOf(job, type))].filter(Boolean).join(", ");
}

interface LineProps {
  readonly label: string;
  /** The value; without one, the line is not printed. */
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

/** The materials under the names stored in the lines: their items may have been renamed or deleted since. */
function Materials({ lines }: { readonly lines: readonly LineFields[] }) {
  return (
    <Table title="Materials" columns={LINE_COLUMNS}>
      {lines.map(({ name, size, colorName, quantity, unit }, at) => (
        // The index is the key, because rows may be equal.
        <tr key={at} className="break-inside-avoid align-top">
          {[name, size && gutterSizeLabel(size), quantityText(quantity, unit), colorName].map(
            (text, column) => (
              <td key={column} className={`${CELL} py-1 wrap-anywhere`}>
                {text}
              </td>
            ),
          )}
        </tr>
      ))}
    </Table>
  );
}

function Measurements() {
  return (
    <Table title="Measurements" columns={MEASUREMENT_COLUMNS} className="break-inside-avoid">
      {Array.from({ length: MEASUREMENT_ROWS }, (_, row) => (
        <tr key={row} className="h-[8mm]">
          {MEASUREMENT_COLUMNS.map((name) => (
            <td key={name} className={CELL} />
          ))}
        </tr>
      ))}
    </Table>
  );
}

interface TableProps {
  readonly title: string;
  readonly columns: readonly string[];
  readonly className?: string;
  readonly children: ReactNode;
}

function Table({ title, columns, className, children }: TableProps) {
  return (
    <section className={clsx("mt-5", className)}>
      <h2 className="mb-1 break-after-avoid font-semibold">{title}</h2>
      <table className="w-full table-fixed border-collapse">
        <thead>
          <tr>
            {columns.map((name) => (
              <th
                key={name}
                scope="col"
                className={`${CELL} py-0.5 text-left text-xs font-normal text-ink-muted not-first:not-last:w-1/6`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
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
