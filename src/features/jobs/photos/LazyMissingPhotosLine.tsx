import { useState } from "react";
import { lazyPart } from "@/components/lazyPart";
import { useMissingCount } from "@/lib/photos/photosWaiting";

// Rarely needed. The job's own photos say it too.
const MissingPhotosLine = lazyPart(
  async () => (await import("./MissingPhotosLine")).MissingPhotosLine,
  { Loading: () => null, Failed: () => null },
);

export function LazyMissingPhotosLine() {
  const count = useMissingCount();
  const [isNeeded, setIsNeeded] = useState(false);
  if (count > 0 && !isNeeded) setIsNeeded(true);
  return isNeeded && <MissingPhotosLine />;
}
