import { useConvex } from "convex/react";
import { useEffect, useRef, type ReactNode } from "react";
import type { JobFileField } from "@domain/jobs";
import { isChunkLoadError } from "@/lib/chunkLoadError";
import { showToast } from "@/lib/toasts";
import type { Job } from "../jobForm";
import type { CameraList } from "./cameraPhotos";

/** Milliseconds. A browser opens the camera only shortly after the press. */
const OPEN_WITHIN_MS = 300;

/** Not part of the first load. */
const load = () => import("./cameraPhotos");

/**
 * The camera of a list of jobs. `input` has to be on the page. The device notes for which photo list the camera opens,
 * because the browser may end the page meanwhile.
 */
export function useCamera(): {
  readonly take: (job: Job, field: JobFileField) => void;
  readonly input: ReactNode;
} {
  const convex = useConvex();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<CameraList | null>(null);

  const take = async (opened: CameraList) => {
    list.current = opened;
    await Promise.race([
      load().then(
        (photos) => photos.expectPhoto(convex, opened),
        // Keeping the photo loads the code again, and reports the failure.
        () => undefined,
      ),
      new Promise((resolve) => setTimeout(resolve, OPEN_WITHIN_MS)),
    ]);
    input.current?.click();
  };

  const keep = async (opened: CameraList, files: readonly File[]) => {
    try {
      (await load()).keepPhotos(convex, opened, files);
    } catch (error) {
      if (!isChunkLoadError(error)) throw error;
      showToast("error", "Photo not added", {
        description: error.message,
        duration: Infinity,
        action: {
          label: "Try again",
          onClick: () => void keep(opened, files),
        },
      });
    }
  };

  // React dispatches the event for dialogs only.
  useEffect(() => {
    const element = input.current;
    const cancel = () => {
      const opened = list.current;
      if (opened)
        void load().then((photos) => photos.expectNone(convex, opened));
    };
    element?.addEventListener("cancel", cancel);
    return () => element?.removeEventListener("cancel", cancel);
  }, [convex]);

  return {
    take: (job, field) => void take({ job, field }),
    input: (
      <input
        ref={input}
        hidden
        type="file"
        accept="image/*"
        capture="environment"
        aria-label="Camera"
        onChange={({ target }) => {
          if (list.current) void keep(list.current, [...(target.files ?? [])]);
          // Reset, so that the same file fires a change event again.
          target.value = "";
        }}
      />
    ),
  };
}
