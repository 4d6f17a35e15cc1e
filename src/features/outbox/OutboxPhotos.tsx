import { ImageOff } from "@/components/icons/icons";
import { subjectText } from "@/offline/outbox/changeText";
import { isJobGone } from "@/offline/outbox/isJobGone";
import type { WaitingPhoto } from "@/offline/photos/photosWaiting";
import { RestoreJob } from "@/job/RestoreJob";
import { JOB_FILE_FIELD_LABELS } from "@domain/job/jobs";
import { DiscardButton, OutboxRow, RetryButton, SentNote } from "./OutboxRow";

interface OutboxPhotosProps {
  readonly photos: readonly WaitingPhoto[];
  readonly onOpen: (job: string) => void;
}

/** The photos that are not saved yet, in the list of changes. */
export function OutboxPhotos({ photos, ...props }: OutboxPhotosProps) {
  return photos.map((photo) => <PhotoRow key={photo.id} photo={photo} {...props} />);
}

interface PhotoRowProps extends Omit<OutboxPhotosProps, "photos"> {
  readonly photo: WaitingPhoto;
}

function PhotoRow({ photo, onOpen }: PhotoRowProps) {
  const { attachment, syncStatus, at, reason, problem, retry, discard } = photo;
  const { job, field } = attachment;
  const isRefused = syncStatus === "Refused";
  const name = `${attachment.name} of ${job.label}`;
  // The reason why the last attempt failed, and why the device does not keep the photo.
  const notes = [isRefused ? null : reason, problem];
  return (
    <OutboxRow
      subject={subjectText(job)}
      onOpen={() => onOpen(job.key)}
      syncStatus={syncStatus}
      lines={[
        `${JOB_FILE_FIELD_LABELS[field]}: ${attachment.name}`,
        ...notes.filter((note) => note !== null),
      ]}
      at={at}
      refusal={isRefused ? reason : null}
      picture={<Thumbnail url={photo.preview()} />}
    >
      {discard === null && retry === null && <SentNote />}
      <div className="flex flex-wrap justify-end gap-2">
        {isJobGone(photo) && <RestoreJob jobId={job.key} name={job.label} />}
        {discard && <DiscardButton name={name} onDiscard={discard} />}
        {retry && (
          <RetryButton
            action="Retry"
            name={name}
            syncStatus={syncStatus}
            // A photo that could not be made smaller is retried on the device, without the server.
            isSent={photo.isKept || !isRefused}
            onRetry={retry}
          />
        )}
      </div>
    </OutboxRow>
  );
}

function Thumbnail({ url }: { readonly url: string | undefined }) {
  const className = "size-14 shrink-0 rounded-lg border border-line bg-sunken object-cover";
  if (url) return <img src={url} alt="" className={className} />;
  return (
    <span className={`${className} flex items-center justify-center`}>
      <ImageOff aria-hidden="true" className="size-5 text-ink-faint" />
    </span>
  );
}
