import { clsx } from "clsx";
import type { ComponentProps } from "react";
import type { ButtonVariant } from "./buttonClass";
import { iconButtonClass } from "./iconButtonClass";

interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label"> {
  /** What it does, for people who cannot see the icon, and as the tooltip. */
  readonly label: string;
  readonly variant?: ButtonVariant;
}

export function IconButton({
  label,
  variant,
  className,
  ...props
}: IconButtonProps) {
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
