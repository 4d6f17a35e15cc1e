import { useState } from "react";
import { Button } from "@/components/ui/Button";
import { lazyPart, type FailedProps } from "@/components/lazyPart";
import { LoadingData } from "@/components/ui/LoadingData";
import type { Customer, Job } from "./jobForm";

/** Loaded separately from the dialog: most people close the job without the history. */
const SubjectHistory = lazyPart(
  async () =>
    (await import("@/features/history/SubjectHistory")).SubjectHistory,
  { Loading: HistoryLoading, Failed: HistoryFailed },
);

interface JobHistoryProps {
  readonly job: Job;
  readonly customer: Customer | null;
}

/** The history of the job and its customer. Loaded when the person opens it. */
export function JobHistory({ job, customer }: JobHistoryProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="mt-6 flex flex-col gap-3 border-t border-line pt-6 lg:mt-3 lg:pt-3">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-sm font-semibold">History</h2>
        <Button
          size="small"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? "Hide" : "Show"}
          <span className="sr-only"> history</span>
        </Button>
      </div>
      {isOpen && (
        <>
          <SubjectHistory title="Job" subject={job._id} />
          {customer !== null && (
            <SubjectHistory title="Customer" subject={customer._id} />
          )}
        </>
      )}
    </section>
  );
}

function HistoryLoading() {
  return <LoadingData what="The history" className="my-3" />;
}

function HistoryFailed({ onRetry }: FailedProps<object>) {
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm">
      <p role="alert">The history could not be loaded.</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
