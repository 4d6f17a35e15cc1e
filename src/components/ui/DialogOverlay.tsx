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
  /** Places the content in the visible part of the window. */
  readonly className: string;
  /** One Radix.Content. */
  readonly children: ReactNode;
}

/**
 * The shade over the page, and a dialog on it, above a phone's keyboard. Open while mounted. The shade is not printed.
 */
export function DialogOverlay({ onClose, className, children }: DialogOverlayProps) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const viewport = useVisibleViewport(box);
  useCloseOnBack(onClose);

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      {/* With a container, Radix renders the portal at once; without one, only in a second render. */}
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
        {/* Radix adds an element to the body after the portal. Were the shade the last element until then, the browser
            would compute its styles again, and those of the whole dialog. */}
        <span hidden />
      </Radix.Portal>
    </Radix.Root>
  );
}
