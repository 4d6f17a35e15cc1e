import type { Id } from "@convex/_generated/dataModel";
import { useConnection } from "@/lib/connection/connectionState";
import { useDeviceStore } from "@/offline/device/DeviceStoreProvider";
import { failureSentence } from "@/offline/photos/photoClientOf";
import { NEARLY_FULL } from "@/offline/photos/photoStorage";
import { usePublished, type WaitingPhoto } from "@/offline/photos/photosWaiting";
import { JOB_FILE_FIELD_LABELS, type JobFileField } from "@domain/job/jobs";
import { AddPhotos } from "./AddPhotos";
import { LazyStoredPhotos } from "./LazyStoredPhotos";
import {
  expectationOf,
  pickPhotos,
  useMissingPhotos,
  useOwnPhotos,
  usePhotoClient,
  type PhotoOwner,
} from "@/job/photos/usePhotos";
import { Button } from "@/components/ui/Button";
import type { ExpectedPhotos } from "@/offline/device/photoRow";

export interface PhotoListProps {
  readonly owner: PhotoOwner;
  readonly field: JobFileField;
  /** Files already attached to the job. */
  readonly fileIds: readonly Id<"_storage">[];
  readonly isLocked: boolean;
  /** Shows a photo large: one of `fileIds`, or a waiting one. */
  readonly onOpen: (photoId: string, opener: HTMLElement) => void;
}

/** One photo list of a job: its stored photos, then the waiting ones. */
export function PhotoList(props: PhotoListProps) {
  const { owner, field, fileIds, isLocked } = props;
  const client = usePhotoClient();
  // Skips photos that the job has already: the device learns a moment later that they were saved.
  const waiting = useOwnPhotos(owner, field).filter(
    ({ attachment: { file } }) => !fileIds.some((id) => id === file),
  );
  const missing = useMissingPhotos(owner, field);
  const label = JOB_FILE_FIELD_LABELS[field];

  return (
    // The button that unfolds the photos shares a line with the buttons that add photos.
    <section
      aria-label={label}
      className="flex flex-wrap items-center gap-x-2 gap-y-3 *:[ul]:basis-full"
    >
      <MissingPhotos missing={missing} />
      {fileIds.length + waiting.length > 0 && <LazyStoredPhotos {...props} waiting={waiting} />}
      <Refusals photos={waiting} />
      <div className="flex flex-wrap items-center gap-2">
        <AddPhotos
          label={label}
          disabled={isLocked}
          onOpen={() => client.expected.add(expectationOf(owner, field))}
          onCancel={() => void client.expected.end(expectationOf(owner, field))}
          onPick={(files) => pickPhotos(client, { owner, field }, files)}
        />
        <WaitingNote photos={waiting} />
      </div>
      <StorageWarning photos={waiting} />
    </section>
  );
}

function Refusals({ photos }: { readonly photos: readonly WaitingPhoto[] }) {
  const refused = photos.filter(({ syncStatus }) => syncStatus === "Refused");
  if (refused.length === 0) return null;
  return (
    <ul role="alert" className="flex flex-col gap-1 text-sm text-danger-ink">
      {refused.map(({ id, attachment, reason }) => (
        <li key={id}>{failureSentence(attachment.name, reason ?? "")}</li>
      ))}
    </ul>
  );
}

/** Says how many photos the server does not have, and what prevents sending them. */
function WaitingNote({ photos }: { readonly photos: readonly WaitingPhoto[] }) {
  const { problem: noStore } = useDeviceStore();
  const waiting = photos.filter(({ syncStatus }) => syncStatus !== "Refused");
  const count = `${waiting.length} ${waiting.length === 1 ? "photo" : "photos"}`;
  const [first] = waiting;
  const failed = waiting.find((photo) => photo.reason);
  const reason =
    failed?.reason && !failed.isBlocked ? `${failed.reason} Trying again soon.` : failed?.reason;
  const problem = waiting.find((photo) => photo.problem)?.problem ?? noStore;
  return (
    // Takes no room while it is empty: not even the gap before it.
    <p role="status" className="text-sm text-ink-muted empty:-ml-2">
      {first &&
        [
          first.attachment.isHeld
            ? `${count} waiting until the job is saved.`
            : `${count} waiting${reason || problem ? "." : ""}`,
          reason,
          problem,
        ]
          .filter(Boolean)
          .join(" ")}
    </p>
  );
}

/** On a good connection photos wait for seconds, so the warning is shown only for a full device. */
function StorageWarning({ photos }: { readonly photos: readonly WaitingPhoto[] }) {
  const warning = usePublished((now) => now.storageWarning);
  const isLive = useConnection() === "live";
  const isKept = photos.some((photo) => photo.isKept);
  if (warning === null || !isKept || (isLive && warning !== NEARLY_FULL)) return null;
  return <p className="basis-full text-sm text-amber-ink">{warning}</p>;
}

/** The note that the browser ended the page while the person was taking photos. */
function MissingPhotos({ missing }: { readonly missing: readonly ExpectedPhotos[] }) {
  const { expected } = usePhotoClient();
  if (missing.length === 0) return null;
  return (
    <div className="flex basis-full flex-wrap items-center justify-between gap-2 rounded-xl bg-info-tint py-2 pr-2 pl-4 text-sm text-info-ink">
      <p role="status">
        A photo may be missing here: this page was closed while you took it. Look in the gallery, or
        take it again.
      </p>
      <Button size="small" onClick={() => void expected.remove((row) => missing.includes(row))}>
        Nothing is missing
      </Button>
    </div>
  );
}
