import { clsx } from "clsx";
import type { ComponentProps } from "react";

/** An action inside a sentence. */
export function LinkButton({ className, ...props }: ComponentProps<"button">) {
  return (
    <button
      type="button"
      className={clsx(
        "rounded-sm text-sm font-medium text-accent-ink underline decoration-current/40 underline-offset-4 hover:decoration-current",
        className,
      )}
      {...props}
    />
  );
}
