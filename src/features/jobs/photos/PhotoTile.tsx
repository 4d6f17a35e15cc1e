import { clsx } from "clsx";
import { useState, type ComponentProps, type ReactNode } from "react";

interface PhotoTileProps {
  readonly name: string;
  /** `undefined` while loading, `null` if the file does not exist. */
  readonly url: string | null | undefined;
  /** An overlay covers the picture, so its name is not drawn. */
  readonly isCovered?: boolean;
  readonly children: ReactNode;
}

/** A square thumbnail with its controls on top. */
export function PhotoTile({
  name,
  url,
  isCovered = false,
  children,
}: PhotoTileProps) {
  const [unreadableUrl, setUnreadableUrl] = useState<string | null>(null);
  const isReadable = url !== unreadableUrl;
  return (
    <li className="relative aspect-square overflow-hidden rounded-lg border border-line bg-sunken">
      {url && isReadable && (
        <img
          src={url}
          alt={name}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setUnreadableUrl(url)}
        />
      )}
      {!isCovered && (url === null || !isReadable) && (
        <p className="flex size-full items-center justify-center p-2 text-center text-xs break-words text-ink-muted">
          {url === null ? name : `${name} (no preview in this browser)`}
        </p>
      )}
      {children}
    </li>
  );
}

interface TileButtonProps extends Omit<ComponentProps<"button">, "aria-label"> {
  readonly label: string;
  readonly side: "left" | "right";
}

export function TileButton({ label, side, ...props }: TileButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={clsx(
        "absolute top-0 flex size-9 items-start p-1 touch:size-11 [&_svg]:size-6 [&_svg]:rounded-full [&_svg]:bg-black/70 [&_svg]:p-1 [&_svg]:text-white hover:[&_svg]:bg-black",
        side === "left" ? "left-0 justify-start" : "right-0 justify-end",
      )}
      {...props}
    />
  );
}
