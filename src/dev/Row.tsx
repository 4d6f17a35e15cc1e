import type { ReactNode } from "react";

/** Small parts side by side. */
export function Row({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>;
}
