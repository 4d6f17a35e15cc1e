import { useState } from "react";
import { Button } from "@/components/ui/Button";
import type { ExpectedPhotos } from "@/offline/device/photoRow";
import { usePublished } from "@/offline/photos/photosWaiting";
import { LazyJobDialog } from "./LazyJobDialog";
import { usePhotoClient } from "@/job/photos/usePhotos";

/**
 * After a restart: offers the job for which the person was taking photos when
 * the browser ended the page. Android does so while the camera is open.
 */
export function MissingPhotosLine() {
  const { expected } = usePhotoClient();
  const missing = usePublished((now) => now.missing[0]);
  const [opened, setOpened] = useState<ExpectedPhotos | null>(null);

  return (
    <>
      {missing && !opened && (
        <div className="mb-4 flex flex-wrap items-center gap-2 rounded-xl bg-info-tint px-4 py-2 text-sm text-info-ink">
          <p role="status" className="min-w-0 grow basis-60">
            {missing.isHeld
              ? "A photo of the job you began may be missing: this page was closed while you took it."
              : `A photo of ${missing.subject.label} may be missing: this page was closed while you took it.`}
          </p>
          <div className="flex gap-2">
            <Button size="small" onClick={() => setOpened(missing)}>
              Open job
            </Button>
            <Button size="small" onClick={() => void expected.remove((row) => row === missing)}>
              Nothing is missing
            </Button>
          </div>
        </div>
      )}
      {opened && (
        <LazyJobDialog
          jobId={opened.isHeld ? null : opened.subject.key}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
