import { useEffect, useRef, useState, type ReactNode } from "react";
import { Button, type ButtonProps } from "./Button";

/** A double tap by accident must not count as the second click. */
const MIN_PAUSE_MS = 500;
const RESETS_AFTER_MS = 5000;

interface ConfirmButtonProps extends Omit<ButtonProps, "onClick"> {
  readonly confirmLabel: ReactNode;
  readonly onConfirm: () => void;
}

/** Acts on the second click. It goes back by itself, and when focus leaves. */
export function ConfirmButton({
  confirmLabel,
  onConfirm,
  children,
  ...props
}: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false);
  const askedAt = useRef(0);

  useEffect(() => {
    if (!asking) return;
    const timer = setTimeout(() => setAsking(false), RESETS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [asking]);

  const click = () => {
    if (!asking) {
      askedAt.current = Date.now();
      setAsking(true);
    } else if (Date.now() - askedAt.current >= MIN_PAUSE_MS) {
      setAsking(false);
      onConfirm();
    }
  };

  return (
    <Button
      variant={asking ? "danger" : "dangerGhost"}
      {...props}
      onClick={click}
      onBlur={() => setAsking(false)}
    >
      <span aria-live="polite">{asking ? confirmLabel : children}</span>
    </Button>
  );
}
