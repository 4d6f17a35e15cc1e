import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { ChevronDown } from "../icons/icons";
import { CONTROL_CLASS, useFieldControl } from "./fieldControl";

/** A native select, which opens the phone's own picker. Takes <option>s. */
export function Select({ className, children, ...props }: ComponentProps<"select">) {
  return (
    <span className={clsx("relative block", className)}>
      <select
        {...useFieldControl()}
        className={clsx(CONTROL_CLASS, "h-9 appearance-none pr-9 touch:h-11")}
        {...props}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-muted"
      />
    </span>
  );
}
