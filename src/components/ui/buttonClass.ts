import { clsx } from "clsx";

export type ButtonVariant =
  "primary" | "secondary" | "ghost" | "danger" | "dangerGhost";
export type ButtonSize = "small" | "medium";

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    "bg-accent text-on-accent shadow-lift not-aria-disabled:hover:bg-accent-hover",
  secondary:
    "border border-line bg-surface text-ink shadow-lift not-aria-disabled:hover:bg-hover",
  ghost: "text-ink not-aria-disabled:hover:bg-hover",
  danger:
    "bg-danger text-white shadow-lift not-aria-disabled:hover:bg-danger-hover",
  dangerGhost: "text-danger-ink not-aria-disabled:hover:bg-danger-tint",
};

const SIZES: Record<ButtonSize, string> = {
  small: "h-8 gap-1.5 px-3 text-sm",
  medium: "h-9 gap-2 px-4 text-sm",
};

/** For a Link that looks like a button; a Button uses it too. */
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
