import { clsx } from "clsx";
import { CoverImage } from "@/features/jobs/photos/CoverImage";

interface CoverPhotoProps {
  readonly url: string | null | undefined;
  /** Of a job that has ended. */
  readonly isQuiet: boolean;
}

/** A card's photo: clear at the card's right edge, where no text is, and faded out before the text. */
export function CoverPhoto({ url, isQuiet }: CoverPhotoProps) {
  return (
    <div
      aria-hidden="true"
      className={clsx(
        "absolute inset-y-0 right-0 -z-10 w-30 mask-[linear-gradient(to_left,#000_70%,transparent)] sm:w-60 sm:mask-[linear-gradient(to_left,#000_50%,transparent)] lg:w-28 xl:w-32 print:hidden",
        isQuiet && "opacity-60 grayscale",
      )}
    >
      <CoverImage url={url} className="animate-appear" />
    </div>
  );
}
