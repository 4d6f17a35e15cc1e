import { clsx } from "clsx";
import { useRef } from "react";
import { useShortcuts } from "@/lib/useShortcuts";
import { Search } from "../icons/firstIcons";
import { Input } from "./Input";

interface SearchInputProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly className?: string;
}

/** A screen's search field. The / key focuses it. */
export function SearchInput({
  label,
  placeholder,
  value,
  onChange,
  onBlur,
  className,
}: SearchInputProps) {
  const ref = useRef<HTMLInputElement>(null);
  useShortcuts({ search: () => ref.current?.focus() });
  return (
    <div className={clsx("relative min-w-0", className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-muted"
      />
      <Input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        className="pl-9 text-ellipsis"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
    </div>
  );
}
