import { CloudUpload, ImageOff, RotateCw, X } from "lucide-react";
import type { ReactNode } from "react";
import { Spinner } from "@/components/ui/Spinner";
import { PhotoTile, TileButton } from "./PhotoTile";
import type { QueuedPhoto } from "./photoQueue";

interface QueuedPhotoTileProps {
  readonly photo: QueuedPhoto;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
}

/** A photo in the upload queue: its progress, retry and remove. */
export function QueuedPhotoTile({
  photo,
  onRemove,
  onRetry,
}: QueuedPhotoTileProps) {
  const { name, previewUrl, stage, failure } = photo;
  const hasFailed = stage === "failed";
  const mayRetry = failure !== null && failure.isRetryable;
  return (
    <PhotoTile name={name} url={previewUrl || undefined} isCovered>
      <div className="absolute inset-0 flex flex-col items-center justify-center gap-1 bg-shade p-1 text-center text-xs font-medium text-white">
        {stageIcon(photo)}
        <span>{stageText(photo)}</span>
      </div>
      {stage === "sending" && (
        <div
          role="progressbar"
          aria-label={`Uploading ${name}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percentOf(photo)}
          className="absolute inset-x-0 bottom-0 h-1 bg-white/25"
        >
          <div
            className="h-full origin-left bg-accent transition-transform"
            style={{ transform: `scaleX(${photo.progress})` }}
          />
        </div>
      )}
      {mayRetry && (
        <TileButton label={`Retry ${name}`} side="left" onClick={onRetry}>
          <RotateCw aria-hidden="true" />
        </TileButton>
      )}
      <TileButton
        label={hasFailed ? `Dismiss ${name}` : `Remove ${name}`}
        side="right"
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </TileButton>
    </PhotoTile>
  );
}

function stageIcon({ stage, previewUrl }: QueuedPhoto): ReactNode {
  switch (stage) {
    case "shrinking":
    case "attaching":
      return <Spinner label={null} className="size-5" />;
    case "failed":
      return previewUrl === "" ? (
        <ImageOff aria-hidden="true" className="size-5" />
      ) : null;
    case "waiting":
      return <CloudUpload aria-hidden="true" className="size-5" />;
    case "sending":
    case "stored":
      return null;
  }
}

function stageText(photo: QueuedPhoto): string {
  switch (photo.stage) {
    case "waiting":
      return photo.failure ? "Will retry" : "Waiting";
    case "shrinking":
      return "Preparing";
    case "sending":
      return `${percentOf(photo)}%`;
    case "attaching":
      return "Adding";
    case "stored":
      return photo.owner.kind === "draft" ? "Ready" : "Adding";
    case "failed":
      return "Failed";
  }
}

function percentOf({ progress }: QueuedPhoto): number {
  return Math.round(progress * 100);
}
