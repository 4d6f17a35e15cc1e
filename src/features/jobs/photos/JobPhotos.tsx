import type { Id } from "@convex/_generated/dataModel";
import { Collapsible } from "@/components/ui/Collapsible";
import { JOB_FILE_FIELD_LABELS, type JobFileField } from "@domain/jobs";
import { PhotoList } from "./PhotoList";
import type { PhotoOwner } from "./photoQueue";
import { useQueuedPhotos } from "./usePhotoUploader";

type FileLists = Partial<
  Readonly<Record<JobFileField, readonly Id<"_storage">[]>>
>;

interface JobPhotosProps {
  readonly owner: PhotoOwner;
  readonly files: FileLists;
  readonly isLocked: boolean;
}

/** Drawings are always shown; the two photo lists can be collapsed. */
export function JobPhotos({ owner, files, isLocked }: JobPhotosProps) {
  const shared = { owner, isLocked };
  return (
    <>
      <div className="flex flex-col gap-2">
        <h3 className="text-sm font-medium text-ink-muted">
          {JOB_FILE_FIELD_LABELS.job_drawings}
        </h3>
        <PhotoList
          {...shared}
          field="job_drawings"
          fileIds={files.job_drawings ?? []}
        />
      </div>
      {(["job_photo_estimate", "job_photo_install"] as const).map((field) => (
        <PhotoFolder
          key={field}
          {...shared}
          field={field}
          fileIds={files[field] ?? []}
        />
      ))}
    </>
  );
}

interface PhotoFolderProps {
  readonly owner: PhotoOwner;
  readonly field: JobFileField;
  readonly fileIds: readonly Id<"_storage">[];
  readonly isLocked: boolean;
}

function PhotoFolder(props: PhotoFolderProps) {
  const { owner, field, fileIds } = props;
  const count = fileIds.length + useQueuedPhotos(owner, field).length;
  return (
    <Collapsible
      title={JOB_FILE_FIELD_LABELS[field]}
      defaultOpen={count > 0}
      aside={
        <span className="text-sm text-ink-muted tabular-nums">
          {count === 0 ? "None yet" : count}
        </span>
      }
    >
      <PhotoList {...props} />
    </Collapsible>
  );
}
