import { CSS, type Transform } from "@dnd-kit/utilities";
import type { DraggableSyntheticListeners } from "@dnd-kit/core";
import { clsx } from "clsx";
import { useState, type ComponentProps, type MouseEvent, type ReactNode, type Ref } from "react";

interface Movable {
  readonly ref: Ref<HTMLLIElement>;
  readonly transform: Transform | null;
  readonly transition: string | undefined;
  readonly isDragging: boolean;
}

interface PhotoTileProps {
  readonly name: string;
  /** `undefined` while loading, `null` if the file does not exist. */
  readonly url: string | null | undefined;
  /** True if an overlay covers the picture: the name is then not drawn. */
  readonly isCovered?: boolean;
  /** Set for a photo that can be moved. */
  readonly movable?: Movable;
  readonly children: ReactNode;
}

/** A square thumbnail with its controls on top. */
export function PhotoTile({ name, url, isCovered = false, movable, children }: PhotoTileProps) {
  const [unreadableUrl, setUnreadableUrl] = useState<string | null>(null);
  const isReadable = url !== unreadableUrl;
  return (
    <li
      ref={movable?.ref}
      // A photo that is being moved takes the arrow keys.
      {...(movable?.isDragging && { "data-arrow-keys": true })}
      style={{
        transform: CSS.Translate.toString(movable?.transform ?? null),
        transition: movable?.transition,
      }}
      className={clsx(
        "group relative aspect-square overflow-hidden rounded-lg border border-line bg-sunken motion-reduce:transition-none!",
        movable?.isDragging && "z-10 cursor-grabbing shadow-float",
      )}
    >
      {url && isReadable && (
        <img
          src={url}
          alt={name}
          loading="lazy"
          decoding="async"
          draggable={false}
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

interface TileOpenerProps {
  readonly label: string;
  /** The address of the photo, if it has one. */
  readonly href?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly ref?: (element: HTMLElement | null) => void;
  /** The listeners that begin to drag the photo. */
  readonly listeners?: DraggableSyntheticListeners;
  readonly onOpen: (opener: HTMLElement) => void;
}

/**
 * Opens the viewer; covers the tile. A link if the photo has a URL, so that the browser can open it in another tab
 * too.
 */
export function TileOpener(props: TileOpenerProps) {
  const { label, href, describedBy, ref, listeners, onOpen } = props;
  const open = (event: MouseEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(event.currentTarget);
  };
  const shared = {
    ...listeners,
    ref,
    "aria-label": label,
    "aria-haspopup": "dialog",
    "aria-describedby": describedBy,
    draggable: false,
    className:
      "absolute inset-0 size-full touch-manipulation rounded-lg [-webkit-touch-callout:none] focus-visible:-outline-offset-2",
    onClick: open,
  } as const;
  if (href === undefined) return <button type="button" {...shared} />;
  return <a {...shared} href={href} target="_blank" rel="noreferrer" />;
}

interface TileButtonProps extends Omit<ComponentProps<"button">, "aria-label"> {
  readonly label: string;
  readonly side: "left" | "right";
}

export function TileButton({ label, side, className, ...props }: TileButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={clsx(
        "absolute top-0 flex size-9 items-start p-1 touch:size-11 [&_svg]:size-6 [&_svg]:rounded-full [&_svg]:bg-black/70 [&_svg]:p-1 [&_svg]:text-white hover:[&_svg]:bg-black",
        side === "left" ? "left-0 justify-start" : "right-0 justify-end",
        className,
      )}
      {...props}
    />
  );
}
