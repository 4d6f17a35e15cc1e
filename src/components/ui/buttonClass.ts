import { clsx } from "clsx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger" | "dangerGhost";
export type ButtonSize = "small" | "medium";

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    "bg-accent text-on-accent shadow-lift forced-colors:border-2 not-aria-disabled:hover:bg-accent-hover",
  secondary: "border border-line bg-surface text-ink shadow-lift not-aria-disabled:hover:bg-hover",
  ghost: "text-ink not-aria-disabled:hover:bg-hover",
  danger:
    "bg-danger text-white shadow-lift forced-colors:border-2 not-aria-disabled:hover:bg-danger-hover",
  dangerGhost: "text-danger-ink not-aria-disabled:hover:bg-danger-tint",
};

const SIZES: Record<ButtonSize, string> = {
  small: "h-8 gap-1.5 px-3 text-sm",
  medium: "h-9 gap-2 px-4 text-sm",
};

/** Button styles, for Button and for links that look like one. */
export function buttonClass(
  variant: ButtonVariant = "secondary",
  size: ButtonSize = "medium",
): string {
  return clsx(
    "inline-flex shrink-0 items-center justify-center rounded-lg font-medium whitespace-nowrap select-none touch:h-11 touch:text-base",
    "transition-colors duration-100 disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50",
    "[&_svg]:size-4 [&_svg]:shrink-0",
    VARIANTS[variant],
    SIZES[size],
  );
}

/** IconButton styles, for IconButton and for links that look like one. */
export function iconButtonClass(variant: ButtonVariant = "ghost"): string {
  return clsx(buttonClass(variant), "w-9 px-0! touch:w-11 [&_svg]:size-[1.125rem]!");
}
