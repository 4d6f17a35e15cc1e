import { clsx } from "clsx";
import { ENTRY_TYPE_LABELS, ENTRY_TYPES } from "@domain/job/entryTypes";
import { entryColorClass } from "./entryColorClass";

/** The colors of the entries, in words. */
export function Legend({ className }: { readonly className: string }) {
  return (
    <ul aria-label="Colors" className={clsx("flex gap-4 text-sm text-ink-muted", className)}>
      {ENTRY_TYPES.map((type) => (
        <li key={type} className="flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className={clsx("h-3.5 w-4 rounded-[3px] border-l-3", entryColorClass(type))}
          />
          {ENTRY_TYPE_LABELS[type]}
        </li>
      ))}
    </ul>
  );
}
