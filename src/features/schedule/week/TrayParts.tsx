/** The parts that all lists of the waiting tray share. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { LoadingData } from "@/components/ui/LoadingData";
import { thisDevice } from "@/lib/thisDevice";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import type { TrayJob } from "../moves/moved";

interface ListStateProps {
  /** Undefined while loading, an error where it could not be loaded. */
  readonly list: readonly unknown[] | Error | undefined;
}

/** Shown in place of a list without jobs. */
export function ListState({ list }: ListStateProps) {
  const { isOffline } = useDayCopies();
  if (list instanceof Error)
    return <p className="text-sm text-ink-muted">This could not be loaded.</p>;
  if (list !== undefined) return <p className="text-sm text-ink-faint">None.</p>;
  return isOffline ? (
    <p className="text-sm text-ink-muted">
      Not saved on {thisDevice()}. It opens when the signal is back.
    </p>
  ) : (
    <LoadingData what="This list" className="my-2 size-5" />
  );
}

interface JobTextProps {
  readonly job: Pick<TrayJob, "_id" | "customer_name" | "job_address">;
  /** A third line. */
  readonly children?: ReactNode;
}

/** The name and the address of a job, as a link that opens it. */
export function JobText({ job, children }: JobTextProps) {
  return (
    <Link
      to="/calendar"
      search={(newest) => ({ ...newest, view: "week", job: job._id })}
      resetScroll={false}
      draggable={false}
      className="min-w-0 grow rounded py-1 text-sm leading-5 underline-offset-4 hover:underline touch:py-2"
    >
      <span className="block truncate font-semibold">{job.customer_name}</span>
      <span className="block truncate text-xs text-ink-muted">{job.job_address}</span>
      {children !== undefined && (
        <span className="block truncate text-xs text-ink-muted">{children}</span>
      )}
    </Link>
  );
}
