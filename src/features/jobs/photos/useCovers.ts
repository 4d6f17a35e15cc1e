import { usePictures } from "./usePictures";

/**
 * The addresses of the photos on the cards of a list, in one subscription:
 * their thumbnails where they have one.
 */
export function useCovers(
  photos: readonly (string | undefined)[],
): (photo: string | undefined) => string | undefined {
  const ids = photos.filter((photo) => photo !== undefined);
  const pictures = usePictures([...new Set(ids)]);
  return (photo) => {
    const picture = photo === undefined ? undefined : pictures.get(photo);
    return picture?.thumbnailUrl ?? picture?.url;
  };
}
