import type { ReactNode } from "react";
import calendar from "../drawings/calendar.svg?no-inline";
import coil from "../drawings/coil.svg?no-inline";
import gutter from "../drawings/gutter.svg?no-inline";
import receipt from "../drawings/receipt.svg?no-inline";
import tag from "../drawings/tag.svg?no-inline";

/** Files, because the first load has no room for them. */
const DRAWINGS = { calendar, coil, gutter, receipt, tag } as const;

interface EmptyStateProps {
  readonly drawing: keyof typeof DRAWINGS;
  /** One sentence. */
  readonly children: ReactNode;
  /** A button or link, or a line of them. */
  readonly action?: ReactNode;
}

/** Shown in place of an empty list. */
export function EmptyState({ drawing, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-12 text-center sm:py-16 print:[&>p~*]:hidden">
      {/* A mask, so that the lines have the color of the text in every theme. */}
      <span
        aria-hidden="true"
        style={{ maskImage: `url("${DRAWINGS[drawing]}")` }}
        className="h-24 w-32 bg-current mask-contain mask-no-repeat text-ink-faint forced-color-adjust-none forced-colors:text-[CanvasText]"
      />
      <p className="max-w-sm text-balance text-ink-muted">{children}</p>
      {action}
    </div>
  );
}
