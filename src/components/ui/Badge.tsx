import { clsx } from "clsx";
import type { ReactNode } from "react";
import { VisitMark } from "@/components/VisitMark";

export type BadgeTone =
  | "neutral"
  | "teal"
  | "info"
  | "estimate"
  | "amber"
  | "install"
  | "green"
  | "danger";

const TONES: Record<BadgeTone, string> = {
  neutral: "bg-hover text-ink-muted",
  teal: "bg-teal-tint text-teal-ink",
  info: "bg-info-tint text-info-ink",
  estimate: "bg-estimate-tint text-estimate-ink",
  amber: "bg-amber-tint text-amber-ink",
  install: "bg-install-tint text-install-ink",
  green: "bg-green-tint text-green-ink",
  danger: "bg-danger-tint text-danger-ink",
};

interface BadgeProps {
  readonly tone?: BadgeTone;
  /** False if there is no room for the mark of a visit before its words. */
  readonly hasMark?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Badge(props: BadgeProps) {
  const { tone = "neutral", hasMark = true, className, children } = props;
  return (
    <span
      className={clsx(
        "inline-flex h-6 max-w-full items-center gap-1 truncate rounded-full px-2.5 text-xs font-medium tabular-nums forced-colors:border print:h-auto print:bg-transparent print:px-0 print:leading-5 print:whitespace-normal",
        TONES[tone],
        className,
      )}
    >
      {hasMark && (tone === "estimate" || tone === "install") && <VisitMark type={tone} />}
      {children}
    </span>
  );
}
