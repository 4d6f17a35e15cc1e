import { useLayoutEffect, useRef, type ComponentProps } from "react";
import { Input } from "./Input";
import { UNREADABLE } from "./fieldControl";

interface NativeInputProps extends Omit<
  ComponentProps<"input">,
  "value" | "defaultValue" | "onChange" | "onBlur" | "onKeyDown"
> {
  readonly type: "datetime-local" | "number";
  readonly value: string;
  readonly onType: (value: string) => void;
  readonly onLeave: (value: string) => void;
}

/**
 * An input whose DOM value is "" while its text is incomplete; this reports
 * UNREADABLE instead. Uncontrolled: iOS's Clear button resets to the `value` attribute, and
 * rendering an incomplete date would erase it.
 */
export function NativeInput({ value, onType, onLeave, ...props }: NativeInputProps) {
  const ref = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => {
    const input = ref.current;
    if (!input || value === UNREADABLE) return;
    if (readValue(input) !== value) input.value = value;
  }, [value]);

  return (
    <Input
      {...props}
      ref={ref}
      onChange={(event) => onType(readValue(event.target))}
      onBlur={(event) => onLeave(readValue(event.target))}
      onKeyDown={({ key, currentTarget }) => {
        // Enter submits the form, unless its button is disabled.
        if (key === "Enter" && readValue(currentTarget) === UNREADABLE) onLeave(UNREADABLE);
      }}
    />
  );
}

function readValue(input: HTMLInputElement): string {
  return input.validity.badInput ? UNREADABLE : input.value;
}
