import { Button } from "@/components/ui/Button";
import type { ExpectedPhotos } from "@/offline/device/photoRow";
import { usePhotoClient } from "./usePhotos";

/** The note that the browser ended the page while the person was taking photos. */
export function MissingPhotos({
  missing,
}: {
  readonly missing: readonly ExpectedPhotos[];
}) {
  const { expected } = usePhotoClient();
  if (missing.length === 0) return null;
  return (
    <div className="flex basis-full flex-wrap items-center justify-between gap-2 rounded-xl bg-info-tint py-2 pr-2 pl-4 text-sm text-info-ink">
      <p role="status">
        A photo may be missing here: this page was closed while you took it.
        Look in the gallery, or take it again.
      </p>
      <Button
        size="small"
        onClick={() => void expected.remove((row) => missing.includes(row))}
      >
        Nothing is missing
      </Button>
    </div>
  );
}
