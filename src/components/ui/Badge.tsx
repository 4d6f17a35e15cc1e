import { clsx } from "clsx";
import type { ReactNode } from "react";

export type BadgeTone =
  | "neutral"
  | "teal"
  | "info"
  | "violet"
  | "amber"
  | "orange"
  | "green"
  | "danger";

const TONES: Record<BadgeTone, string> = {
  neutral: "bg-hover text-ink-muted",
  teal: "bg-teal-tint text-teal-ink",
  info: "bg-info-tint text-info-ink",
  violet: "bg-violet-tint text-violet-ink",
  amber: "bg-amber-tint text-amber-ink",
  orange: "bg-orange-tint text-orange-ink",
  green: "bg-green-tint text-green-ink",
  danger: "bg-danger-tint text-danger-ink",
};

interface BadgeProps {
  readonly tone?: BadgeTone;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Badge({ tone = "neutral", className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        "inline-flex h-6 max-w-full items-center gap-1 truncate rounded-full px-2.5 text-xs font-medium tabular-nums forced-colors:border",
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
