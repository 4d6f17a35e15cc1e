import { useState } from "react";
import { Button } from "@/components/ui/Button";
import { ConfirmButton } from "@/components/ui/ConfirmButton";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { customerOfSubject } from "@domain/changes/subjects";
import { useFoundTexts } from "@/offline/texts/useFoundTexts";
import { openCustomer } from "@/lib/openCustomer";
import { describeTyped } from "@/job/jobForm";
import { LazyJobDialog } from "./LazyJobDialog";

/** Offered after a form ended with text in a field: names the job and shows the text. */
export function WritingOffer() {
  const { copy } = useDayCopies();
  const found = useFoundTexts();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [openedJob, setOpenedJob] = useState<string | null>(null);

  const texts = found.texts.filter(({ key }) => !left.has(key));
  const [newest] = texts;
  const own = texts.filter(({ subject }) => subject === newest?.subject);
  /** Leaves the texts of this job. Those of the other jobs are offered next. */
  const leave = () => setLeft(new Set([...left, ...own.map(({ key }) => key)]));
  const discard = () => {
    leave();
    found.discard(own);
  };

  return (
    <>
      {newest && (
        <div
          role="status"
          className="mb-4 flex flex-wrap items-center justify-end gap-2 rounded-xl border border-line bg-raised px-4 py-2 text-sm"
        >
          <div className="min-w-0 grow basis-60">
            <p>You were writing in {newest.label}</p>
            {own.map((row) => (
              <p key={row.key} className="line-clamp-3 break-words text-ink-muted">
                {describeTyped(row)}
              </p>
            ))}
          </div>
          <ConfirmButton confirmLabel="Discard this text?" onConfirm={discard}>
            Discard
          </ConfirmButton>
          <Button
            onClick={() => {
              leave();
              const customer = customerOfSubject(newest.subject);
              if (customer === null) setOpenedJob(newest.subject);
              else openCustomer(customer);
            }}
          >
            Open
          </Button>
        </div>
      )}
      {openedJob !== null && (
        <LazyJobDialog
          // The server finds a job by its client key too.
          jobId={openedJob}
          known={copy?.jobs.find(({ _id, clientKey }) => (clientKey ?? _id) === openedJob)}
          onClose={() => setOpenedJob(null)}
        />
      )}
    </>
  );
}
