import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { Check } from "../icons/icons";

interface ChipProps extends Omit<ComponentProps<"button">, "onChange"> {
  readonly pressed: boolean;
  readonly onPressedChange: (pressed: boolean) => void;
}

/** A toggle button. */
export function Chip({ pressed, onPressedChange, className, children, ...props }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={() => onPressedChange(!pressed)}
      className={clsx(
        "inline-flex h-8 items-center gap-1.5 rounded-full border px-3 text-left text-sm transition-colors touch:min-h-11 disabled:opacity-60",
        pressed
          ? "border-transparent bg-selected font-medium text-ink"
          : "border-control text-ink-muted hover:bg-hover hover:text-ink",
        className,
      )}
      {...props}
    >
      {pressed && <Check aria-hidden="true" className="-ml-1 size-4" />}
      {children}
    </button>
  );
}
