import { useSortable } from "@dnd-kit/sortable";
import { useState } from "react";
import type { Id } from "@convex/_generated/dataModel";
import { Star, X } from "@/components/icons/icons";
import { Button } from "@/components/ui/Button";
import { PhotoTile, TileButton, TileOpener } from "./PhotoTile";
import type { StoredPicture } from "@/job/photos/ThumbnailQueue";

interface StoredPhotoTileProps {
  readonly fileId: Id<"_storage">;
  /** `undefined` while loading, `null` if the file does not exist. */
  readonly picture: StoredPicture | null | undefined;
  /** The thumbnail of a photo that this device stored a moment ago. */
  readonly preview: string | undefined;
  readonly name: string;
  readonly isCover: boolean;
  /** Null if the photo cannot be the cover, or is the cover. */
  readonly onMakeCover: (() => void) | null;
  /** Null if the photo cannot be removed. */
  readonly onRemove: (() => void) | null;
  readonly onOpen: (opener: HTMLElement) => void;
}

/**
 * A stored photo. Removing deletes the file, so it asks first, with buttons away from where the first click was.
 */
export function StoredPhotoTile(props: StoredPhotoTileProps) {
  const { fileId, picture, preview, name, isCover } = props;
  const { onMakeCover, onRemove, onOpen } = props;
  const [isConfirming, setIsConfirming] = useState(false);
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, ...moving } = useSortable({
    id: fileId,
    disabled: isConfirming,
  });

  const shown = preview ?? picture?.thumbnailUrl ?? picture?.url;
  return (
    <PhotoTile
      name={name}
      url={picture === null ? (preview ?? null) : shown}
      movable={{ ref: setNodeRef, ...moving }}
    >
      {isConfirming && onRemove ? (
        <Confirmation
          name={name}
          onKeep={() => setIsConfirming(false)}
          onDelete={() => {
            onRemove();
            setIsConfirming(false);
          }}
        />
      ) : (
        <>
          {shown && (
            <TileOpener
              ref={setActivatorNodeRef}
              label={`Open ${name}`}
              href={picture?.url}
              listeners={listeners}
              describedBy={attributes["aria-disabled"] ? undefined : attributes["aria-describedby"]}
              onOpen={onOpen}
            />
          )}
          {isCover && <CoverMark />}
          {onMakeCover && (
            <TileButton
              label={`Make ${name} the cover`}
              side="left"
              className="pointer-fine:not-group-hover:not-group-focus-within:opacity-0"
              onClick={onMakeCover}
            >
              <Star aria-hidden="true" />
            </TileButton>
          )}
          {onRemove && (
            <TileButton label={`Remove ${name}`} side="right" onClick={() => setIsConfirming(true)}>
              <X aria-hidden="true" />
            </TileButton>
          )}
        </>
      )}
    </PhotoTile>
  );
}

function CoverMark() {
  return (
    <span className="pointer-events-none absolute bottom-1 left-1 rounded-full bg-black/70 px-2 py-0.5 text-xs font-medium text-white">
      Cover
    </span>
  );
}

interface ConfirmationProps {
  readonly name: string;
  readonly onKeep: () => void;
  readonly onDelete: () => void;
}

function Confirmation({ name, onKeep, onDelete }: ConfirmationProps) {
  return (
    <div className="absolute inset-0 flex flex-col items-stretch justify-end gap-0.5 bg-shade p-1">
      <Button size="small" autoFocus className="touch:text-sm!" onClick={onKeep}>
        Keep
      </Button>
      <Button
        size="small"
        variant="danger"
        className="touch:text-sm!"
        aria-label={`Delete ${name}`}
        onClick={onDelete}
      >
        Delete
      </Button>
    </div>
  );
}
