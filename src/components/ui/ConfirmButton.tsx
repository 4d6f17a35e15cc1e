import { useEffect, useState, type ReactNode } from "react";
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
  const [stage, setStage] = useState<"idle" | "pausing" | "asking">("idle");

  useEffect(() => {
    if (stage === "idle") return;
    const timer =
      stage === "pausing"
        ? setTimeout(() => setStage("asking"), MIN_PAUSE_MS)
        : setTimeout(() => setStage("idle"), RESETS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [stage]);

  const click = () => {
    if (stage === "idle") setStage("pausing");
    if (stage !== "asking") return;
    setStage("idle");
    onConfirm();
  };

  return (
    <Button
      variant={stage === "idle" ? "dangerGhost" : "danger"}
      {...props}
      // Not `disabled`, which would take the focus away and with it the question.
      aria-disabled={stage === "pausing" || props.busy || undefined}
      onClick={click}
      onBlur={() => setStage("idle")}
    >
      <span aria-live="polite">
        {stage === "idle" ? children : confirmLabel}
      </span>
    </Button>
  );
}
