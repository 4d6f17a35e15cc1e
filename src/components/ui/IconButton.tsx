import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { iconButtonClass, type ButtonVariant } from "./buttonClass";

interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label"> {
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly variant?: ButtonVariant;
}

export function IconButton({ label, variant, className, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={clsx(iconButtonClass(variant), className)}
      {...props}
    />
  );
}
