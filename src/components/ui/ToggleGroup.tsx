import { Chip } from "./Chip";
import { rovingFocus } from "./rovingFocus";

interface ToggleGroupProps<T extends string> {
  /** Accessible name of the group. */
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: readonly T[];
  readonly onChange: (value: T[]) => void;
  readonly onBlur?: () => void;
  readonly disabled?: boolean;
}

/** Multiple choice, one stop of the Tab key. The value keeps the order of the options. */
export function ToggleGroup<T extends string>({
  label,
  options,
  value,
  onChange,
  onBlur,
  disabled = false,
}: ToggleGroupProps<T>) {
  const toggle = (option: T, pressed: boolean) => {
    const offered = options.map((each) => each.value);
    const unknown = value.filter((each) => !offered.includes(each));
    const chosen = offered.filter((each) => (each === option ? pressed : value.includes(each)));
    onChange([...chosen, ...unknown]);
  };
  return (
    <div
      ref={rovingFocus}
      role="group"
      aria-label={label}
      className="flex flex-wrap gap-2"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
      }}
    >
      {options.map((option) => (
        <Chip
          key={option.value}
          pressed={value.includes(option.value)}
          onPressedChange={(pressed) => toggle(option.value, pressed)}
          disabled={disabled}
        >
          {option.label}
        </Chip>
      ))}
    </div>
  );
}
