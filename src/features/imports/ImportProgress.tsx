interface ImportProgressProps {
  readonly label: string;
  /** From 0 to 1; undefined while nothing is counted. */
  readonly part?: number | undefined;
}

export function ImportProgress({ label, part }: ImportProgressProps) {
  const percent = part === undefined ? undefined : Math.floor(part * 100);
  return (
    <div className="flex min-h-28 flex-col justify-center gap-3">
      <p role="status" className="text-sm wrap-anywhere">
        {label}...
        {percent !== undefined && (
          <span className="ml-2 text-ink-muted tabular-nums">{percent}%</span>
        )}
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full origin-left bg-accent transition-transform"
          style={{ transform: `scaleX(${part ?? 0.05})` }}
        />
      </div>
    </div>
  );
}
