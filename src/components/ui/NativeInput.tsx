import { useLayoutEffect, useRef, type ComponentProps } from "react";
import { Input } from "./Input";
import { UNREADABLE } from "./unreadable";

interface NativeInputProps extends Omit<
  ComponentProps<"input">,
  "value" | "defaultValue" | "onChange" | "onBlur"
> {
  readonly type: "datetime-local" | "number";
  readonly value: string;
  readonly onType: (value: string) => void;
  readonly onLeave: (value: string) => void;
}

/**
 * A field whose text the browser keeps from us until it can read it. React must
 * not own its `value` attribute: an iPhone's Clear goes back to that attribute,
 * and re-rendering half a date would wipe it.
 */
export function NativeInput({
  value,
  onType,
  onLeave,
  ...props
}: NativeInputProps) {
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
    />
  );
}

function readValue(input: HTMLInputElement): string {
  return input.validity.badInput ? UNREADABLE : input.value;
}
