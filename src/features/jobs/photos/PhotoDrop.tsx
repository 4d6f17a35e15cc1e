import { clsx } from "clsx";
import { useState, type DragEvent, type ReactNode } from "react";
import { JOB_FILE_FIELD_LABELS, type JobFileField } from "@domain/jobs";
import { hasFiles } from "./fileDrag";
import { pickPhotos, usePhotoClient, type PhotoOwner } from "./usePhotos";

interface PhotoDropProps {
  readonly owner: PhotoOwner;
  readonly field: JobFileField;
  readonly isLocked: boolean;
  readonly className?: string;
  /** A list of photos, with its title. */
  readonly children: ReactNode;
}

/** Adds files that are dropped on a list of photos, as the Add button does. */
export function PhotoDrop(props: PhotoDropProps) {
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
    const isInside =
      relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
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
