import { Camera, ImagePlus } from "lucide-react";
import { useRef, type ChangeEvent } from "react";
import { Button } from "@/components/ui/Button";
import { IMAGE_ACCEPT } from "@domain/images";

interface AddPhotosProps {
  /** Name of the photo list, for the accessible names of the buttons. */
  readonly label: string;
  readonly disabled: boolean;
  readonly onPick: (files: File[]) => void;
}

/** Some systems have no MIME type for HEIC, so the extensions are listed too. */
const ACCEPT = `${IMAGE_ACCEPT},.heic,.heif`;

/** Picks several photos from the gallery, or one from the camera on phones. */
export function AddPhotos({ label, disabled, onPick }: AddPhotosProps) {
  const gallery = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
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
        onClick={() => gallery.current?.click()}
      >
        <ImagePlus aria-hidden="true" />
        Add
      </Button>
      <Button
        size="small"
        className="not-pointer-coarse:hidden"
        disabled={disabled}
        aria-label={`Take ${label.toLowerCase()} with the camera`}
        onClick={() => camera.current?.click()}
      >
        <Camera aria-hidden="true" />
        Take photo
      </Button>
      <input
        {...shared}
        ref={gallery}
        multiple
        aria-label={`Choose ${label.toLowerCase()}`}
      />
      <input
        {...shared}
        ref={camera}
        capture="environment"
        aria-label={`Camera for ${label.toLowerCase()}`}
      />
    </>
  );
}
