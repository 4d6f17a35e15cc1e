import { formatTime } from "@domain/times";

/** Where the present is among the jobs of today. */
export function NowLine({ now }: { readonly now: number }) {
  return (
    <li className="flex items-center gap-2 text-now">
      <span className="sr-only">Now</span>
      <time
        dateTime={new Date(now).toISOString()}
        className="text-xs font-semibold tabular-nums"
      >
        {formatTime(now)}
      </time>
      <span aria-hidden="true" className="h-0.5 grow rounded-full bg-now" />
    </li>
  );
}
