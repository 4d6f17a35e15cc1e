import { useMediaQuery } from "@/lib/useMediaQuery";

const SHOWN_ROWS = 2;

/** The class of the list of a job's photos. */
export const PHOTO_GRID =
  "grid grid-cols-2 gap-2 min-[390px]:grid-cols-3 sm:grid-cols-5 lg:grid-cols-4";

/** The number of photos in the rows that are shown before "+" is pressed. */
export function useShownPhotos(): number {
  const isNarrow = useMediaQuery("(width < 390px)");
  const isPhone = useMediaQuery("(width < 40rem)");
  const isTablet = useMediaQuery("(width < 64rem)");
  if (isNarrow) return SHOWN_ROWS * 2;
  if (isPhone) return SHOWN_ROWS * 3;
  return SHOWN_ROWS * (isTablet ? 5 : 4);
}
