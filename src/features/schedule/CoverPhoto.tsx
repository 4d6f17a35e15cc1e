import { clsx } from "clsx";
import { CoverImage } from "@/job/photos/CoverImage";

interface CoverPhotoProps {
  readonly url: string | null | undefined;
  /** True for a job that has ended. */
  readonly isQuiet: boolean;
}

/** A card's photo: clear at its own place, and faded out before the text and the actions. */
export function CoverPhoto({ url, isQuiet }: CoverPhotoProps) {
  return (
    <div
      aria-hidden="true"
      className={clsx(
        "visit-cover relative -z-10 lg:absolute lg:inset-y-0 lg:right-0 lg:w-28 xl:w-32 print:hidden",
        isQuiet && "opacity-60 grayscale",
      )}
    >
      <CoverImage url={url} className="absolute inset-0 animate-appear" />
    </div>
  );
}
