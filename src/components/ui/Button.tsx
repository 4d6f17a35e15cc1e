import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { buttonClass, type ButtonSize, type ButtonVariant } from "./buttonClass";
import { Spinner } from "./Spinner";

export interface ButtonProps extends ComponentProps<"button"> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  /** Shows a spinner and ignores clicks, but stays focusable. */
  readonly busy?: boolean;
}

export function Button({
  variant,
  size,
  busy = false,
  className,
  onClick,
  children,
  ...props
}: ButtonProps) {
  return (
    <button
      type="button"
      className={clsx(buttonClass(variant, size), className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...props}
    >
      {busy && <Spinner label={null} className="size-4" />}
      {children}
    </button>
  );
}
