import { createContext, useContext } from "react";

export interface FieldControl {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly required: boolean;
}

export const FieldContext = createContext<FieldControl | null>(null);

/** The attributes that tie a control to the label, hint and error of its Field. */
export function useFieldControl(): {
  id?: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  "aria-required"?: true;
} {
  const field = useContext(FieldContext);
  if (field === null) return {};
  return {
    id: field.id,
    ...(field.describedBy && { "aria-describedby": field.describedBy }),
    ...(field.invalid && { "aria-invalid": true as const }),
    ...(field.required && { "aria-required": true as const }),
  };
}

export const CONTROL_CLASS =
  "w-full min-w-0 rounded-lg border border-control bg-sunken px-3 text-sm text-ink shadow-none transition-colors touch:text-base " +
  "hover:border-ink-faint disabled:opacity-60 aria-invalid:border-danger-ink focus-visible:outline-offset-0";

/**
 * The value that NativeInput reports for text the browser cannot parse, such as
 * an incomplete date. No form accepts it.
 */
export const UNREADABLE = "\u{FFFD}";
