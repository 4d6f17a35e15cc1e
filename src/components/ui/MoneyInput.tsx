import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { CENT } from "@domain/text/money";
import { NativeInput } from "./NativeInput";

/** Dollars, in steps of a cent. */
export function MoneyInput({
  className,
  ...props
}: Omit<ComponentProps<typeof NativeInput>, "type">) {
  return (
    <div className="relative">
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-sm text-ink-muted touch:text-base"
      >
        $
      </span>
      <NativeInput
        {...props}
        type="number"
        inputMode="decimal"
        min={0}
        step={CENT}
        placeholder="0.00"
        className={clsx(
          "[appearance:textfield] pl-7 tabular-nums [&::-webkit-inner-spin-button]:appearance-none",
          className,
        )}
        // Scrolling the page over a focused number would change the price.
        onWheel={(event) => event.currentTarget.blur()}
      />
    </div>
  );
}
