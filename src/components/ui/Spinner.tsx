import { clsx } from "clsx";

interface SpinnerProps {
  /** `null` if adjacent text already says that something is loading. */
  readonly label?: string | null;
  readonly className?: string;
}

export function Spinner({ label = "Loading", className }: SpinnerProps) {
  const ring = (
    <span
      aria-hidden="true"
      className={clsx(
        "inline-block animate-spin rounded-full border-2 border-current border-r-transparent opacity-70",
        className ?? "size-6",
      )}
    />
  );
  if (label === null) return ring;
  return (
    <span role="status" className="inline-flex items-center">
      {ring}
      <span className="sr-only">{label}</span>
    </span>
  );
}
