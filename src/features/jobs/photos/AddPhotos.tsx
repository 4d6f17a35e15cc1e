import { useEffect, useRef, type ChangeEvent, type RefObject } from "react";
import { Camera } from "@/components/icons/firstIcons";
import { ImagePlus } from "@/components/icons/icons";
import { Button } from "@/components/ui/Button";
import { IMAGE_ACCEPT } from "@domain/files/images";

interface AddPhotosProps {
  /** Name of the photo list, for the accessible names of the buttons. */
  readonly label: string;
  readonly disabled: boolean;
  /** Resolves before the gallery or the camera opens: the browser may end the page while it is open. */
  readonly onOpen: () => Promise<void>;
  readonly onCancel: () => void;
  readonly onPick: (files: File[]) => void;
}

/** Some systems have no MIME type for HEIC, so the extensions are listed too. */
const ACCEPT = `${IMAGE_ACCEPT},.heic,.heif`;

/** Picks several photos from the gallery, or one from the camera on phones. */
export function AddPhotos({ label, disabled, onOpen, onCancel, onPick }: AddPhotosProps) {
  const gallery = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  useCancel(gallery, onCancel);
  useCancel(camera, onCancel);
  const open = async ({ current }: typeof gallery) => {
    await onOpen();
    current?.click();
  };
  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onPick([...(target.files ?? [])]);
    // Reset, so that picking the same file again fires a change event.
    target.value = "";
  };
  const shared = {
    type: "file",
    accept: ACCEPT,
    className: "sr-only",
    tabIndex: -1,
    disabled,
    onChange: pick,
  } as const;

  return (
    <>
      <Button
        size="small"
        disabled={disabled}
        aria-label={`Add ${label.toLowerCase()}`}
        onClick={() => void open(gallery)}
      >
        <ImagePlus aria-hidden="true" />
        Add
      </Button>
      <Button
        size="small"
        className="not-pointer-coarse:hidden"
        disabled={disabled}
        aria-label={`Take photo for ${label.toLowerCase()}`}
        onClick={() => void open(camera)}
      >
        <Camera aria-hidden="true" />
        Take photo
      </Button>
      <input {...shared} ref={gallery} multiple aria-label={`Choose ${label.toLowerCase()}`} />
      <input
        {...shared}
        ref={camera}
        capture="environment"
        aria-label={`Camera for ${label.toLowerCase()}`}
      />
    </>
  );
}

/** Listens to the `cancel` event of the file field, which React dispatches for dialogs only. */
function useCancel(input: RefObject<HTMLInputElement | null>, onCancel: () => void): void {
  const newest = useRef(onCancel);
  useEffect(() => {
    newest.current = onCancel;
  });
  useEffect(() => {
    const element = input.current;
    const cancel = () => newest.current();
    element?.addEventListener("cancel", cancel);
    return () => element?.removeEventListener("cancel", cancel);
  }, [input]);
}
