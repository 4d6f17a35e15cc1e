import { useState, type DragEvent, type ReactNode } from "react";
import { clsx } from "clsx";
import { lazyDialog } from "@/components/lazyPart";
import { Collapsible } from "@/components/ui/Collapsible";
import { JOB_FILE_FIELD_LABELS, type JobFileField } from "@domain/job/jobs";
import { useFileDropGuard, hasFiles } from "./fileDrag";
import { PhotoList, type PhotoListProps } from "./PhotoList";
import { useOwnPhotos, type PhotoOwner, pickPhotos, usePhotoClient } from "@/job/photos/usePhotos";
import type { FileLists } from "./useViewedPhotos";

interface Viewed {
  readonly photoId: string;
  readonly opener: HTMLElement;
}

const PhotoViewer = lazyDialog(async () => (await import("./PhotoViewer")).PhotoViewer);

interface JobPhotosProps {
  readonly owner: PhotoOwner;
  readonly files: FileLists;
  readonly isLocked: boolean;
}

/** Drawings are always shown; the two photo lists can be collapsed. */
export function JobPhotos({ owner, files, isLocked }: JobPhotosProps) {
  const [viewed, setViewed] = useState<Viewed | null>(null);
  const onOpen = (photoId: string, opener: HTMLElement) => setViewed({ photoId, opener });
  const shared = { owner, isLocked, onOpen };
  useFileDropGuard();
  return (
    <>
      {viewed && (
        <PhotoViewer {...viewed} owner={owner} files={files} onClose={() => setViewed(null)} />
      )}
      <PhotoDrop
        owner={owner}
        field="job_drawings"
        isLocked={isLocked}
        className="flex flex-col gap-2 lg:not-has-[ul]:flex-row lg:not-has-[ul]:items-center lg:not-has-[ul]:justify-between"
      >
        <h3 className="text-sm font-medium text-ink-muted">{JOB_FILE_FIELD_LABELS.job_drawings}</h3>
        <PhotoList {...shared} field="job_drawings" fileIds={files.job_drawings ?? []} />
      </PhotoDrop>
      {(["job_photo_estimate", "job_photo_install"] as const).map((field) => (
        <PhotoFolder key={field} {...shared} field={field} fileIds={files[field] ?? []} />
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

interface PhotoDropProps {
  readonly owner: PhotoOwner;
  readonly field: JobFileField;
  readonly isLocked: boolean;
  readonly className?: string;
  /** A list of photos, with its title. */
  readonly children: ReactNode;
}

/** Adds files that are dropped on a list of photos, as the Add button does. */
function PhotoDrop(props: PhotoDropProps) {
  const { owner, field, isLocked, className, children } = props;
  const client = usePhotoClient();
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent) => {
    if (isLocked || !hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    setIsOver(true);
  };
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
    if (!isInside) setIsOver(false);
  };
  const drop = (event: DragEvent) => {
    setIsOver(false);
    if (isLocked || !hasFiles(event)) return;
    event.preventDefault();
    pickPhotos(client, { owner, field }, [...event.dataTransfer.files]);
  };
  return (
    <div
      className={clsx("relative", className)}
      onDragOver={over}
      onDragLeave={leave}
      onDrop={drop}
    >
      {children}
      {isOver && (
        <p
          aria-hidden="true"
          className="pointer-events-none absolute -inset-1 z-10 flex items-center justify-center rounded-xl border-2 border-dashed border-accent-ink bg-accent-tint text-sm font-semibold text-accent-ink"
        >
          Add to {JOB_FILE_FIELD_LABELS[field]}
        </p>
      )}
    </div>
  );
}
