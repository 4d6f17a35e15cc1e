import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { CONTROL_CLASS, useFieldControl } from "./fieldControl";

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      rows={3}
      {...useFieldControl()}
      className={clsx(
        CONTROL_CLASS,
        "field-sizing-content max-h-72 min-h-20 resize-y py-2 leading-6",
        className,
      )}
      {...props}
    />
  );
}
