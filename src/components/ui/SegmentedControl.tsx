import { useId, type ReactNode } from "react";

interface SegmentedControlProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: ReactNode }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** Radio buttons drawn as one control. */
export function SegmentedControl<T extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedControlProps<T>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex max-w-full rounded-lg border border-line bg-sunken p-0.5"
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="relative inline-flex h-8 min-w-0 items-center gap-2 rounded-md px-3 text-sm font-medium text-ink-muted transition-colors touch:h-11 touch:min-w-11 touch:justify-center touch:px-[clamp(0.375rem,100vw/8.75-1.911rem,1rem)] has-checked:bg-selected has-checked:text-ink has-checked:shadow-lift forced-colors:forced-color-adjust-none forced-colors:text-[ButtonText] forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] has-focus-visible:outline-2 has-focus-visible:outline-accent-ink [&_svg]:size-4"
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
