import type { ReactNode, Ref } from "react";
import { createPortal } from "react-dom";

interface PrintSheetProps {
  readonly ref?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

/** Printed in place of the page, while it is mounted (`styles.css`). It is not shown on the screen. */
export function PrintSheet({ ref, children }: PrintSheetProps) {
  return createPortal(
    <div ref={ref} data-print-sheet className="hidden text-sm print:block">
      {children}
    </div>,
    document.body,
  );
}
