import type { ReactNode } from "react";
import { useConfirmClick } from "@/lib/useConfirmClick";
import { Button, type ButtonProps } from "./Button";

const RESETS_AFTER_MS = 5000;

interface ConfirmButtonProps extends Omit<ButtonProps, "onClick"> {
  readonly confirmLabel: ReactNode;
  readonly onConfirm: () => void;
}

/** Acts on the second click. Resets after 5 s and on blur. */
export function ConfirmButton({ confirmLabel, onConfirm, children, ...props }: ConfirmButtonProps) {
  const { isAsking, isPausing, reset, click } = useConfirmClick(RESETS_AFTER_MS);
  const confirmed = () => {
    reset();
    onConfirm();
  };

  return (
    <Button
      variant={isAsking ? "danger" : "dangerGhost"}
      {...props}
      // Not `disabled`: that would blur the button, which resets it.
      aria-disabled={isPausing || props.busy || undefined}
      onClick={() => click(confirmed)}
      onBlur={reset}
    >
      <span aria-live="polite">{isAsking ? confirmLabel : children}</span>
    </Button>
  );
}
