import { clsx } from "clsx";
import type { ReactNode } from "react";

interface PageProps {
  readonly className?: string;
  /** Begins with a `PageHeader`. */
  readonly children: ReactNode;
}

/** The content of a screen, inside of the frame (`styles.css`) that aligns it with the bar. */
export function Page({ className, children }: PageProps) {
  return <div className={clsx("flex flex-col gap-4 sm:gap-5", className)}>{children}</div>;
}

interface PageHeaderProps {
  readonly title: string;
  /** Accessible name of the heading, where the title is an abbreviation. */
  readonly titleLabel?: string;
  /** The number of rows, shown beside the title in gray. */
  readonly count?: ReactNode;
  /** Buttons that change what the title names, such as "Next day". Null if they stand elsewhere on the screen. */
  readonly controls?: ReactNode;
  /** The button that leads back to today, on days that are not today. */
  readonly back?: ReactNode;
  /** The buttons at the right of the heading. */
  readonly actions?: ReactNode;
}

/** The heading of a screen, and its actions on the same line. */
export function PageHeader({ title, titleLabel, count, controls, back, actions }: PageHeaderProps) {
  const hasCount = count !== undefined;
  const changes = controls !== undefined;
  return (
    <header className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 max-sm:gap-x-2 touch:min-h-11">
      <div
        aria-live={changes ? "polite" : undefined}
        className={clsx(
          "flex min-w-0 flex-wrap items-baseline gap-x-2.5 max-sm:grow",
          // The controls keep their place while the title between them changes its
          // length, so that a second press goes on in the same direction.
          changes && "max-sm:flex-col",
          changes &&
            (hasCount
              ? "max-sm:basis-32 sm:min-w-72 lg:min-w-82"
              : "max-sm:basis-[calc(100%-6.5rem)] sm:min-w-52 lg:min-w-60"),
        )}
      >
        <h1 aria-label={titleLabel} className="text-2xl leading-8 font-semibold tracking-tight">
          {title}
        </h1>
        {hasCount && (
          <p className={clsx("text-ink-muted tabular-nums", changes && "max-sm:text-sm")}>
            {count}
          </p>
        )}
      </div>
      {controls && <div className="flex items-center gap-1 print:hidden">{controls}</div>}
      {back && (
        <div
          className={clsx(
            "print:hidden",
            hasCount ? "max-sm:order-2 max-sm:basis-full" : "max-sm:order-1",
          )}
        >
          {back}
        </div>
      )}
      {actions && (
        <div
          className={clsx(
            "ml-auto flex flex-wrap items-center gap-2 print:hidden",
            controls && "max-sm:order-1",
          )}
        >
          {actions}
        </div>
      )}
    </header>
  );
}
