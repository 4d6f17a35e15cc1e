import { useConvex } from "convex/react";
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from "react";
import type { JobFileField } from "@domain/job/jobs";
import { isChunkLoadError } from "@/lib/chunkLoadError";
import { showToast } from "@/lib/toasts";
import type { Job } from "../jobForm";
import type { CameraList, CameraRun, PhotoSource } from "./cameraPhotos";
import { LazyCameraBar } from "./LazyCameraBar";

/** Milliseconds. A browser opens the camera only shortly after the press. */
const OPEN_WITHIN_MS = 300;

/** The code of the camera is not part of the first load. */
const load = () => import("./cameraPhotos");

interface Camera {
  /** Opens the camera for a photo list. For null, asks for the list first. */
  readonly take: (job: Job, field: JobFileField | null) => void;
  /** The file inputs, which the caller must render. */
  readonly inputs: ReactNode;
  /** The bar below a job's card: asks for the photo list, and after a photo takes the next one. */
  readonly barOf: (job: Job) => ReactNode;
}

/**
 * The camera of a list of jobs. The device notes for which photo list the camera opens, because the browser may end
 * the page meanwhile.
 */
export function useCamera(): Camera {
  const convex = useConvex();
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const list = useRef<CameraList | null>(null);
  const [run, setRun] = useState<CameraRun | null>(null);

  const open = async (opened: CameraList, source: PhotoSource) => {
    list.current = opened;
    await Promise.race([
      load().then(
        (photos) => photos.expectPhoto(convex, opened),
        // Keeping the photo loads the code again, and reports the failure.
        () => undefined,
      ),
      new Promise((resolve) => setTimeout(resolve, OPEN_WITHIN_MS)),
    ]);
    const input = source === "camera" ? camera : gallery;
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

  const pick = (files: readonly File[]) => {
    const opened = list.current;
    if (opened === null) return;
    void keep(opened, files);
    setRun((before) => ({
      ...opened,
      count: countIn(before, opened) + files.length,
    }));
  };
  const cancel = () => {
    const opened = list.current;
    if (opened) void load().then((photos) => photos.expectNone(convex, opened));
  };
  const shared = { onPick: pick, onCancel: cancel };

  return {
    take: (job, field) => {
      if (run?.job._id !== job._id || field === null)
        setRun(field === null ? { job, field, count: 0 } : null);
      if (field !== null) void open({ job, field }, "camera");
    },
    inputs: (
      <>
        <PhotoInput {...shared} input={camera} source="camera" />
        <PhotoInput {...shared} input={gallery} source="gallery" />
      </>
    ),
    barOf: (job) =>
      run?.job._id === job._id && (
        <LazyCameraBar
          run={run}
          onOpen={(field, source) => void open({ job, field }, source)}
          onDone={() => setRun(null)}
        />
      ),
  };
}

/** The photos that were taken for this list without a break. */
function countIn(run: CameraRun | null, { job, field }: CameraList): number {
  return run?.job._id === job._id && run.field === field ? run.count : 0;
}

interface PhotoInputProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly source: PhotoSource;
  readonly onPick: (files: readonly File[]) => void;
  readonly onCancel: () => void;
}

function PhotoInput({ input, source, onPick, onCancel }: PhotoInputProps) {
  const cancel = useEffectEvent(onCancel);
  // React dispatches the event for dialogs only.
  useEffect(() => {
    const element = input.current;
    const onEvent = () => cancel();
    element?.addEventListener("cancel", onEvent);
    return () => element?.removeEventListener("cancel", onEvent);
  }, [input]);
  const isCamera = source === "camera";
  return (
    <input
      ref={input}
      hidden
      type="file"
      // Some systems have no MIME type for HEIC.
      accept={isCamera ? "image/*" : "image/*,.heic,.heif"}
      {...(isCamera ? { capture: "environment" as const } : { multiple: true })}
      aria-label={isCamera ? "Camera" : "Gallery"}
      onChange={({ target }) => {
        onPick([...(target.files ?? [])]);
        // Reset, so that the same file fires a change event again.
        target.value = "";
      }}
    />
  );
}
