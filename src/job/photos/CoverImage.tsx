import { clsx } from "clsx";
import { useState } from "react";

interface CoverImageProps {
  /** Undefined until it is known, null if there is no such file. */
  readonly url: string | null | undefined;
  readonly className?: string;
}

/** The picture on a job's card, loaded when it is near the screen. If there is none, a text says why. */
export function CoverImage({ url, className }: CoverImageProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (url === undefined) return null;
  if (url === brokenUrl || !url)
    return (
      <span className="flex size-full items-end justify-end p-2 text-right text-xs text-ink-muted">
        {url === null ? "Photo missing" : "No preview"}
      </span>
    );
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      className={clsx("size-full object-cover", className)}
      onError={() => setBrokenUrl(url)}
    />
  );
}
