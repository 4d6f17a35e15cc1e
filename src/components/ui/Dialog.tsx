import { clsx } from "clsx";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useState, type ReactNode } from "react";
import { useCloseOnBack } from "@/lib/useCloseOnBack";
import { useVisibleViewport } from "@/lib/useVisibleViewport";
import { DialogPortalContext } from "./dialogPortal";
import { IconButton } from "./IconButton";

interface DialogProps {
  /**
   * Called by the X, Esc, a click outside and the browser's Back button. The
   * dialog stays open until the caller unmounts it.
   */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Stays visible below the scrolling content. */
  readonly footer?: ReactNode;
  readonly size?: "small" | "large";
  readonly children: ReactNode;
}

/**
 * Open while mounted. At most 85vh high and never taller than the area above a
 * phone's keyboard. Load it lazily, because it pulls in Radix.
 */
export function Dialog({
  onClose,
  title,
  description,
  footer,
  size = "small",
  children,
}: DialogProps) {
  const [portal, setPortal] = useState<HTMLElement | null>(null);
  const viewport = useVisibleViewport(portal);
  const [opener] = useState(() => document.activeElement);
  useCloseOnBack(onClose);

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-appear bg-shade">
          <div
            ref={setPortal}
            style={viewport}
            className="fixed inset-x-0 flex items-end justify-center max-sm:pt-3 sm:items-center sm:p-4"
          >
            <Radix.Content
              aria-describedby={undefined}
              // There is no Radix trigger to return the focus to.
              onCloseAutoFocus={(event) => {
                event.preventDefault();
                if (opener instanceof HTMLElement) opener.focus();
              }}
              onInteractOutside={(event) => {
                if (isInToast(event.target)) event.preventDefault();
              }}
              className={clsx(
                "flex max-h-[min(85vh,100%)] w-full flex-col overflow-hidden rounded-t-2xl border border-line bg-raised shadow-float outline-none",
                "max-sm:animate-rise max-sm:border-x-0 max-sm:border-b-0 sm:animate-pop sm:rounded-2xl",
                size === "small" ? "sm:max-w-md" : "sm:max-w-2xl",
              )}
            >
              <DialogPortalContext value={portal}>
                <header className="flex items-start gap-4 py-3 pr-3 pl-5">
                  <div className="min-w-0 grow py-1.5">
                    <Radix.Title className="truncate text-base leading-6 font-semibold">
                      {title}
                    </Radix.Title>
                    {description && (
                      <p className="mt-1 text-sm text-ink-muted">
                        {description}
                      </p>
                    )}
                  </div>
                  <IconButton label="Close" onClick={onClose}>
                    <X aria-hidden="true" />
                  </IconButton>
                </header>
                <div className="min-h-0 grow overflow-y-auto overscroll-contain px-5 pt-1 pb-5">
                  {children}
                </div>
                {footer && (
                  <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
                    {footer}
                  </footer>
                )}
              </DialogPortalContext>
            </Radix.Content>
          </div>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Pressing a button in a toast must not close the dialog. */
function isInToast(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("[data-sonner-toaster]") !== null
  );
}
