import { useEffect, type CSSProperties } from "react";
import { createPortal } from "react-dom";
import { Toaster } from "sonner";
import { useTheme } from "@/lib/ThemeProvider";
import { useSharedValue } from "@/lib/SharedValue";
import { sonnerToasts } from "@/components/sonnerToasts";
import { provideToasts } from "@/lib/toasts";
import { toastsBottom } from "./ui/toastsAbove";

/** styles.css raises it above a screen's floating button. */
const OFFSET = {
  bottom: "var(--toast-bottom)",
  right: "max(1.5rem, var(--notch))",
};
const MOBILE_OFFSET = {
  bottom: "var(--toast-bottom)",
  left: "1rem",
  right: "1rem",
};

const COLORS = {
  "--normal-bg": "var(--raised)",
  "--normal-border": "var(--line)",
  "--normal-text": "var(--ink)",
  fontFamily: "inherit",
} as CSSProperties;

export function ToastContainer() {
  const { theme } = useTheme();
  const bottom = useSharedValue(toastsBottom);
  useEffect(() => {
    provideToasts(sonnerToasts);
    return () => provideToasts(null);
  }, []);
  useEffect(letFocusIntoToasts, []);
  // Beside the page: a dialog that opened before the first toast has hidden the page from screen readers.
  return createPortal(
    <Toaster
      theme={theme}
      position="bottom-right"
      duration={4000}
      visibleToasts={3}
      gap={14}
      closeButton
      style={{
        ...COLORS,
        ...(bottom !== null && { "--toast-bottom": `${bottom}px` }),
      }}
      offset={OFFSET}
      mobileOffset={MOBILE_OFFSET}
    />,
    document.body,
  );
}

/**
 * A modal dialog takes the focus back from everything outside of it, by focus
 * events that reach `document`. Events of the toasts are stopped one element below, at
 * `html`, so that Alt+T works in a dialog. React's listeners are inside of it and still run.
 */
function letFocusIntoToasts(): () => void {
  const root = document.documentElement;
  const onFocus = (event: FocusEvent) => {
    const next = event.type === "focusin" ? event.target : event.relatedTarget;
    const isToast = next instanceof Element && next.closest("[data-sonner-toaster]") !== null;
    if (isToast) event.stopPropagation();
  };
  root.addEventListener("focusin", onFocus);
  root.addEventListener("focusout", onFocus);
  return () => {
    root.removeEventListener("focusin", onFocus);
    root.removeEventListener("focusout", onFocus);
  };
}
