import * as Radix from "@radix-ui/react-dialog";
import { clsx } from "clsx";
import {
  createContext,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { X } from "../icons/icons";
import { DialogOverlay } from "./DialogOverlay";
import { rovingFocus } from "./rovingFocus";
import { IconButton } from "./IconButton";
import { toastsAbove } from "./toastsAbove";
import { noticeSlot } from "./noticeSlot";

interface DialogFrameProps {
  /** `wide` has two columns on a desk. */
  readonly size?: "small" | "large" | "wide";
  /** One DialogPanel. It may be replaced by another one, for example once its data is loaded. */
  readonly children: ReactNode;
}

const WIDTHS = {
  small: "sm:max-w-md",
  large: "sm:max-w-2xl",
  wide: "sm:max-w-2xl lg:max-w-[65rem]",
};

type SetOnClose = (onClose: () => void) => void;

const SetOnCloseContext = createContext<SetOnClose | null>(null);

/**
 * Open while mounted. At most 85vh high and never taller than the area above a
 * phone's keyboard. On closing, the focus returns to the element that had it on
 * opening. Load it lazily, because it pulls in Radix.
 */
export function DialogFrame({ size = "small", children }: DialogFrameProps) {
  const [opener] = useState(() => document.activeElement);
  const onClose = useRef(() => {});
  const [setOnClose] = useState(() => (next: () => void) => {
    onClose.current = next;
  });

  return (
    <DialogOverlay
      onClose={() => onClose.current()}
      className="items-end max-sm:pt-3 sm:items-center sm:p-4"
    >
      <Radix.Content
        aria-describedby={undefined}
        // Radix focuses a focusable dialog when a node is removed while nothing has the focus. That is also so
        // between the blur of a field, which may remove its hint, and the focus of the next one: the Tab key would
        // be lost. keepFocus.ts looks whether the focused element itself was removed.
        tabIndex={undefined}
        onOpenAutoFocus={focusCloseButton}
        // There is no Radix trigger to return the focus to.
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (opener instanceof HTMLElement) opener.focus();
        }}
        onInteractOutside={(event) => {
          if (isAbove(event.target)) event.preventDefault();
        }}
        onEscapeKeyDown={(event) => {
          if (isAbove(event.target)) event.preventDefault();
        }}
        className={clsx(
          "flex max-h-[min(85vh,100%)] w-full flex-col overflow-hidden rounded-t-2xl border border-line bg-raised shadow-float outline-none",
          "max-sm:animate-rise max-sm:border-x-0 max-sm:border-b-0 sm:animate-pop sm:rounded-2xl",
          WIDTHS[size],
        )}
      >
        <SetOnCloseContext value={setOnClose}>{children}</SetOnCloseContext>
      </Radix.Content>
    </DialogOverlay>
  );
}

interface DialogPanelProps {
  /**
   * Called by the X, Esc, a click outside and the browser's Back button. The
   * dialog stays open until the caller unmounts it.
   */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** What the dialog is about, in the header. A phone has room for one line of it. */
  readonly details?: ReactNode;
  /** Badges and buttons beside the title. */
  readonly status?: ReactNode;
  /** Stays visible below the scrolling content. */
  readonly footer?: ReactNode;
  /** False for the dialog that the connection notice opens: the notice stays where it was. */
  readonly showsNotice?: boolean;
  readonly children: ReactNode;
}

/** The buttons of a header are one stop of the Tab key. */
const TOOLBAR = {
  ref: rovingFocus,
  role: "toolbar",
  "aria-label": "Dialog actions",
} as const;

/** The header, the scrolling content and the footer of a DialogFrame. */
export function DialogPanel({
  onClose,
  title,
  description,
  details,
  status,
  footer,
  showsNotice = true,
  children,
}: DialogPanelProps) {
  const setOnClose = useContext(SetOnCloseContext);
  if (!setOnClose) throw new Error("DialogPanel needs a DialogFrame around it");
  useLayoutEffect(() => setOnClose(onClose));

  return (
    <>
      {showsNotice && <div ref={noticeSlot} aria-live="polite" />}
      <div
        // The close button alone needs no arrow keys.
        {...(status && TOOLBAR)}
        className={clsx(
          "grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 py-3 pr-3 pl-5",
          details && "sm:border-b sm:border-line",
        )}
      >
        <div className={details ? "py-1.5 lg:pb-0" : "py-1.5"}>
          <Radix.Title
            className={clsx(
              "truncate text-base leading-6 font-semibold",
              details && "sm:text-sm sm:font-normal sm:text-ink-muted",
            )}
          >
            {title}
          </Radix.Title>
          {description && <p className="mt-1 text-sm text-ink-muted">{description}</p>}
        </div>
        {details && (
          // The details stand beside the buttons only in a wide dialog.
          <div className="row-start-2 max-lg:col-span-2">{details}</div>
        )}
        <div className="col-start-2 row-start-1 flex min-h-9 items-center gap-2 lg:row-span-2 touch:min-h-11">
          {status}
          <IconButton label="Close" data-close data-roving-first onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <div
        data-details={details ? true : undefined}
        className={clsx(
          "min-h-0 grow overflow-y-auto overscroll-contain px-5 pt-1 pb-5",
          details && "sm:pt-4 lg:pb-3",
        )}
      >
        {children}
      </div>
      {footer && (
        // Not a <footer>: with a second dialog open, the page would have two.
        <div
          ref={toastsAbove}
          className="flex flex-wrap items-center justify-end gap-2 border-t max-sm:gap-1 max-sm:px-4 max-sm:[&>button]:px-2.5 border-line px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
        >
          {footer}
        </div>
      )}
    </>
  );
}

type DialogProps = DialogPanelProps & Pick<DialogFrameProps, "size">;

/** A dialog with one panel. */
export function Dialog({ size, ...panel }: DialogProps) {
  return (
    <DialogFrame {...(size && { size })}>
      <DialogPanel {...panel} />
    </DialogFrame>
  );
}

/** Radix would focus the first button of the header, whatever it does. */
function focusCloseButton(event: Event) {
  const button = event.target instanceof Element && event.target.querySelector("[data-close]");
  if (!(button instanceof HTMLElement)) return;
  event.preventDefault();
  button.focus();
}

/** Clicks and keys in a toast or in Clerk's modal must not close the dialog below. */
function isAbove(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("[data-sonner-toaster], .cl-modalBackdrop") !== null
  );
}
