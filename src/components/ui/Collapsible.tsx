import { clsx } from "clsx";
import { useId, useState, type ReactNode } from "react";
import { ChevronRight } from "../icons/firstIcons";

interface CollapsibleProps {
  readonly title: ReactNode;
  /** Shown at the end of the title row, for example a count. */
  readonly aside?: ReactNode;
  readonly defaultOpen?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The content stays mounted while closed, so that uploads in it continue. */
export function Collapsible({
  title,
  aside,
  defaultOpen = false,
  onOpenChange,
  className,
  children,
}: CollapsibleProps) {
  const [open, setOpen] = useState(defaultOpen);
  const id = useId();
  const show = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  return (
    <div
      // Opens, so that the dropped files are seen.
      onDrop={() => show(true)}
      className={clsx("rounded-xl border border-line", className)}
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => show(!open)}
        className="flex h-11 w-full items-center gap-2 rounded-xl px-3 text-left text-sm font-medium hover:bg-hover"
      >
        <ChevronRight
          aria-hidden="true"
          className={clsx(
            "size-4 shrink-0 text-ink-muted transition-transform",
            open && "rotate-90",
          )}
        />
        <span className="min-w-0 grow truncate">{title}</span>
        {aside}
      </button>
      <div id={id} hidden={!open} className="px-3 pt-1 pb-3">
        {children}
      </div>
    </div>
  );
}
