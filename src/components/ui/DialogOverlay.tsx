import * as Radix from "@radix-ui/react-dialog";
import { clsx } from "clsx";
import { useState, type ReactNode } from "react";
import { useCloseOnBack } from "@/lib/useCloseOnBack";
import { useVisibleViewport } from "@/components/ui/useVisibleViewport";
import { DialogPortalContext } from "./dialogPortal";
import "./scrollBarVariable";

interface DialogOverlayProps {
  /** Called by Esc, a click outside and the browser's Back button. */
  readonly onClose: () => void;
  /** Where the content stands in the visible part of the window. */
  readonly className: string;
  /** One Radix.Content. */
  readonly children: ReactNode;
}

/**
 * The shade over the page, with a dialog above a phone's keyboard. Open while mounted. On paper the page is printed
 * without it.
 */
export function DialogOverlay({
  onClose,
  className,
  children,
}: DialogOverlayProps) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const viewport = useVisibleViewport(box);
  useCloseOnBack(onClose);

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      {/* With a container, Radix renders it at once, and not once more after the first time. */}
      <Radix.Portal container={document.body}>
        <Radix.Overlay className="fixed inset-0 z-50 animate-appear bg-shade print:hidden">
          <div
            ref={setBox}
            style={viewport}
            className={clsx("fixed inset-x-0 flex justify-center", className)}
          >
            <DialogPortalContext value={box}>{children}</DialogPortalContext>
          </div>
        </Radix.Overlay>
        {/* After it, Radix adds an element to the body. A shade that was the last one until then would get new styles,
            and with it the whole dialog. */}
        <span hidden />
      </Radix.Portal>
    </Radix.Root>
  );
}
