import { Button } from "@/components/ui/Button";
import { lazyPart, type FailedProps } from "@/components/lazyPart";
import { PHOTO_GRID, useShownPhotos } from "./photoGrid";
import type { StoredPhotosProps } from "./StoredPhotos";

/** Loaded only for a job with photos: the code for dragging them is a sixth of the dialog's. */
export const LazyStoredPhotos = lazyPart<StoredPhotosProps>(
  async () => (await import("./StoredPhotos")).StoredPhotos,
  { Loading, Failed },
);

/** Empty squares in place of the photos, so that nothing moves when they arrive. */
function Loading({ props }: { readonly props: StoredPhotosProps }) {
  const { fileIds, waiting } = props;
  const count = Math.min(fileIds.length, useShownPhotos()) + waiting.length;
  return (
    <ul aria-hidden="true" className={PHOTO_GRID}>
      {Array.from({ length: count }, (_, index) => (
        <li key={index} className="aspect-square rounded-lg border border-line bg-sunken" />
      ))}
    </ul>
  );
}

function Failed({ onRetry }: FailedProps<StoredPhotosProps>) {
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm">
      <p role="alert">The photos could not be loaded.</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
