import { useState } from "react";
import { lazyDialog } from "@/components/lazyPart";
import { Collapsible } from "@/components/ui/Collapsible";
import { JOB_FILE_FIELD_LABELS } from "@domain/jobs";
import { useFileDropGuard } from "./fileDrag";
import { PhotoDrop } from "./PhotoDrop";
import { PhotoList, type PhotoListProps } from "./PhotoList";
import { useOwnPhotos, type PhotoOwner } from "./usePhotos";
import type { FileLists } from "./useViewedPhotos";

interface Viewed {
  readonly photoId: string;
  readonly opener: HTMLElement;
}

const PhotoViewer = lazyDialog(
  async () => (await import("./PhotoViewer")).PhotoViewer,
);

interface JobPhotosProps {
  readonly owner: PhotoOwner;
  readonly files: FileLists;
  readonly isLocked: boolean;
}

/** Drawings are always shown; the two photo lists can be collapsed. */
export function JobPhotos({ owner, files, isLocked }: JobPhotosProps) {
  const [viewed, setViewed] = useState<Viewed | null>(null);
  const onOpen = (photoId: string, opener: HTMLElement) =>
    setViewed({ photoId, opener });
  const shared = { owner, isLocked, onOpen };
  useFileDropGuard();
  return (
    <>
      {viewed && (
        <PhotoViewer
          {...viewed}
          owner={owner}
          files={files}
          onClose={() => setViewed(null)}
        />
      )}
      <PhotoDrop
        owner={owner}
        field="job_drawings"
        isLocked={isLocked}
        className="flex flex-col gap-2 lg:not-has-[ul]:flex-row lg:not-has-[ul]:items-center lg:not-has-[ul]:justify-between"
      >
        <h3 className="text-sm font-medium text-ink-muted">
          {JOB_FILE_FIELD_LABELS.job_drawings}
        </h3>
        <PhotoList
          {...shared}
          field="job_drawings"
          fileIds={files.job_drawings ?? []}
        />
      </PhotoDrop>
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

function PhotoFolder(props: PhotoListProps) {
  const { owner, field, fileIds, isLocked } = props;
  const count = fileIds.length + useOwnPhotos(owner, field).length;
  return (
    <PhotoDrop owner={owner} field={field} isLocked={isLocked}>
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
    </PhotoDrop>
  );
}
