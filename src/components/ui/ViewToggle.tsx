import { clsx } from "clsx";
import type { MouseEvent, ReactNode } from "react";
import { Button } from "./Button";

interface ViewToggleProps {
  readonly name: string;
  readonly value: string;
  /** Whether it affects the list; otherwise it is muted, and not pressed. */
  readonly isActive: boolean;
  readonly icon: ReactNode;
  /** What Shift does, as a tooltip. */
  readonly hint?: string;
  readonly onClick: (event: MouseEvent) => void;
}

/** A toolbar button that cycles through the values of a list setting. */
export function ViewToggle({ name, value, isActive, icon, hint, onClick }: ViewToggleProps) {
  return (
    <Button
      className={clsx(
        "max-sm:flex-col max-sm:gap-0! max-sm:px-1! max-sm:leading-tight max-sm:[&_svg]:hidden",
        !isActive && "text-ink-muted!",
      )}
      aria-pressed={isActive}
      title={hint}
      onClick={onClick}
    >
      {icon}
      <span className="text-ink-muted max-sm:text-xs">{name}: </span>
      <span className="max-w-full truncate max-sm:text-sm">{value}</span>
    </Button>
  );
}
