import { clsx } from "clsx";
import type { ComponentProps } from "react";

export function Card({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      className={clsx("rounded-xl border border-line bg-surface shadow-lift", className)}
      {...props}
    />
  );
}
