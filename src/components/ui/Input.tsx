import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { CONTROL_CLASS, useFieldControl } from "./fieldControl";

export function Input({ className, ...props }: ComponentProps<"input">) {
  return (
    <input
      {...useFieldControl()}
      className={clsx(CONTROL_CLASS, "h-9 touch:h-11", className)}
      {...props}
    />
  );
}
