import type { CSSProperties } from "react";
import { Toaster } from "sonner";
import { useTheme } from "@/lib/ThemeProvider";

/** styles.css raises it above a screen's floating button. */
const OFFSET = { bottom: "var(--toast-bottom)", right: "1.5rem" };
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

export function Toasts() {
  const { theme } = useTheme();
  return (
    <Toaster
      theme={theme}
      position="bottom-right"
      duration={4000}
      visibleToasts={3}
      gap={14}
      closeButton
      style={COLORS}
      offset={OFFSET}
      mobileOffset={MOBILE_OFFSET}
    />
  );
}
