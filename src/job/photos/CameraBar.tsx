import { JOB_FILE_FIELD_LABELS, type JobFileField } from "@domain/job/jobs";
import { Camera } from "@/components/icons/firstIcons";
import { Images } from "@/components/icons/icons";
import { Button } from "@/components/ui/Button";
import { scrollIntoViewIfNeeded } from "@/lib/scrollIntoViewIfNeeded";
import type { CameraRun, PhotoSource } from "./cameraPhotos";

export interface CameraBarProps {
  readonly run: CameraRun;
  readonly onOpen: (field: JobFileField, source: PhotoSource) => void;
  readonly onDone: () => void;
}

/** The lists of a visit's photos. Drawings are added in the job's dialog. */
const VISIT_PHOTOS = ["job_photo_estimate", "job_photo_install"] as const;

/** A bar below a visit's card: after a photo, one press takes the next one. */
export function CameraBar({ run, onOpen, onDone }: CameraBarProps) {
  const { job, field, count } = run;
  return (
    <section
      ref={bringIntoView}
      aria-label={`Photos of ${job.customer_name}`}
      className="scroll-mb-44 rounded-xl border border-line bg-raised px-3.5 py-1"
    >
      <div className="flex items-center justify-between gap-2">
        <p role="status" className="text-sm text-ink-muted">
          {field === null
            ? "Is the photo of the estimate or of the install?"
            : `${JOB_FILE_FIELD_LABELS[field]}: ${count} taken`}
        </p>
        <Button variant="ghost" className="-mr-2 px-2!" onClick={onDone}>
          {field === null ? "Cancel" : "Done"}
        </Button>
      </div>
      <div className="mb-1 flex flex-wrap gap-2">
        {field === null ? (
          VISIT_PHOTOS.map((each) => (
            <Button key={each} onClick={() => onOpen(each, "camera")}>
              {JOB_FILE_FIELD_LABELS[each]}
            </Button>
          ))
        ) : (
          <>
            <Button variant="primary" onClick={() => onOpen(field, "camera")}>
              <Camera aria-hidden="true" />
              Take another
            </Button>
            <Button onClick={() => onOpen(field, "gallery")}>
              <Images aria-hidden="true" />
              Gallery
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

/** Leaves room below for the toast that says that the photo was added. */
function bringIntoView(bar: HTMLElement | null) {
  if (bar) scrollIntoViewIfNeeded(bar);
}
