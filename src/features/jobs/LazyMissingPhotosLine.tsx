import { useState } from "react";
import { lazyPart } from "@/components/lazyPart";
import { usePublished } from "@/offline/photos/photosWaiting";

// Rarely needed. If its code cannot be loaded, the job's photo list shows the same.
const MissingPhotosLine = lazyPart(
  async () => (await import("./MissingPhotosLine")).MissingPhotosLine,
  { Loading: () => null, Failed: () => null },
);

export function LazyMissingPhotosLine() {
  const count = usePublished(({ missing }) => missing.length);
  const [isNeeded, setIsNeeded] = useState(false);
  if (count > 0 && !isNeeded) setIsNeeded(true);
  return isNeeded && <MissingPhotosLine />;
}
