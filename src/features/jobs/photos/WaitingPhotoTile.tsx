import { clsx } from "clsx";
import type { ReactNode } from "react";
import { CloudUpload, ImageOff, RotateCw, X } from "@/components/icons/icons";
import { Spinner } from "@/components/ui/Spinner";
import type { WaitingPhoto } from "@/offline/photos/photosWaiting";
import { PhotoTile, TileButton, TileOpener } from "./PhotoTile";

interface WaitingPhotoTileProps {
  readonly photo: WaitingPhoto;
  readonly preview: string | undefined;
  readonly onOpen: (opener: HTMLElement) => void;
}

/** A photo that the job does not have yet: its sync status, its progress, retry and remove. */
export function WaitingPhotoTile({ photo, preview, onOpen }: WaitingPhotoTileProps) {
  const { attachment, syncStatus, progress, retry, discard } = photo;
  const { name } = attachment;
  const isUploading = syncStatus === "Sending" && progress !== null;
  return (
    <PhotoTile name={name} url={preview} isCovered>
      <div
        className={clsx(
          "absolute inset-0 flex flex-col items-center justify-center gap-1 p-1 text-center text-xs font-medium",
          preview === undefined ? "text-ink-muted" : "bg-shade text-white",
        )}
      >
        {iconOf(photo, preview)}
        <span>{isUploading ? `${syncStatus} ${percentOf(progress)}%` : syncStatus}</span>
        {preview === undefined && (
          <span className="max-w-full truncate px-1 font-normal">{name}</span>
        )}
      </div>
      {isUploading && (
        <div
          role="progressbar"
          aria-label={`Uploading ${name}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percentOf(progress)}
          className={clsx(
            "absolute inset-x-0 bottom-0 h-1",
            preview === undefined ? "bg-line" : "bg-white/25",
          )}
        >
          <div
            className="h-full origin-left bg-accent transition-transform"
            style={{ transform: `scaleX(${percentOf(progress) / 100})` }}
          />
        </div>
      )}
      {preview !== undefined && <TileOpener label={`Open ${name}`} onOpen={onOpen} />}
      {retry && (
        <TileButton label={`Retry ${name}`} side="left" onClick={retry}>
          <RotateCw aria-hidden="true" />
        </TileButton>
      )}
      {discard && (
        <TileButton
          label={syncStatus === "Refused" ? `Dismiss ${name}` : `Remove ${name}`}
          side="right"
          onClick={discard}
        >
          <X aria-hidden="true" />
        </TileButton>
      )}
    </PhotoTile>
  );
}

function iconOf({ syncStatus }: WaitingPhoto, preview: string | undefined): ReactNode {
  switch (syncStatus) {
    case "Preparing":
      return <Spinner label={null} className="size-5" />;
    case "Refused":
      return preview === undefined ? <ImageOff aria-hidden="true" className="size-5" /> : null;
    case "Waiting":
    case "Sign in":
      return <CloudUpload aria-hidden="true" className="size-5" />;
    case "Sending":
      return null;
  }
}

/** At most 99 %: a photo that is sent is saved only once the server has answered. */
function percentOf(progress: number): number {
  return Math.min(99, Math.floor(progress * 100));
}
