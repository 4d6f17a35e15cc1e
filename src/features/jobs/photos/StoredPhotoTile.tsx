import { useMutation } from "convex/react";
import { X } from "lucide-react";
import { useState } from "react";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { Button } from "@/components/ui/Button";
import { useSave } from "@/lib/useSave";
import { JOB_FILE_FIELD_LABELS, type JobFileField } from "@domain/jobs";
import type { StoredPicture } from "./ThumbnailQueue";
import { PhotoTile, TileButton } from "./PhotoTile";

interface StoredPhotoTileProps {
  readonly fileId: Id<"_storage">;
  /** `undefined` while loading, `null` if the file does not exist. */
  readonly picture: StoredPicture | null | undefined;
  /** The local copy of a photo that was stored a moment ago. */
  readonly preview: string | undefined;
  readonly name: string;
  readonly jobId: Id<"jobs"> | null;
  readonly field: JobFileField;
  readonly isLocked: boolean;
}

/**
 * A stored photo. Removing it deletes the file, so it asks first, with buttons
 * in another place than the first click.
 */
export function StoredPhotoTile({
  fileId,
  picture,
  preview,
  name,
  jobId,
  field,
  isLocked,
}: StoredPhotoTileProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const removeFile = useMutation(api.jobs.removeFile);
  const { save, isSaving } = useSave();

  const remove = async () => {
    if (!jobId) return;
    await save(() => removeFile({ id: jobId, field, fileId }), {
      name: JOB_FILE_FIELD_LABELS[field],
    });
    setIsConfirming(false);
  };

  const url = preview ?? picture?.url;
  const shown = preview ?? picture?.thumbnailUrl ?? picture?.url;
  return (
    <PhotoTile name={name} url={picture === null ? (preview ?? null) : shown}>
      {url && (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open ${name}`}
          className="absolute inset-0 focus-visible:-outline-offset-2"
        />
      )}
      {isConfirming ? (
        <div className="absolute inset-0 flex flex-col items-stretch justify-end gap-1 bg-shade p-1.5">
          <Button
            size="small"
            autoFocus
            className="touch:h-9! touch:text-sm!"
            onClick={() => setIsConfirming(false)}
          >
            Keep
          </Button>
          <Button
            size="small"
            variant="danger"
            className="touch:h-9! touch:text-sm!"
            busy={isSaving}
            aria-label={`Delete ${name}`}
            onClick={remove}
          >
            Delete
          </Button>
        </div>
      ) : (
        !isLocked && (
          <TileButton
            label={`Remove ${name}`}
            side="right"
            onClick={() => setIsConfirming(true)}
          >
            <X aria-hidden="true" />
          </TileButton>
        )
      )}
    </PhotoTile>
  );
}
