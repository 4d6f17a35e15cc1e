import type { ReactNode } from "react";
import { FIELDS } from "@domain/calls/fields";
import { jobStatusLabel } from "@domain/job/jobs";
import { formatMoney } from "@domain/text/money";
import { formatCount } from "@domain/text/text";
import { formatVisitTime } from "@/lib/formatDateTime";
import { thisDevice } from "@/lib/thisDevice";
import type { CustomerWork } from "./useCustomerJobs";

/** The sums of the customer's jobs, each with its name. */
export function CustomerSums({ work: { totals } }: { readonly work: CustomerWork }) {
  if (totals === undefined) return null;
  const { nextVisit, isSaved, isWhole } = totals;
  return (
    <section aria-label="Sums" className="text-sm">
      <dl className="flex flex-col gap-y-1.5">
        <Fact name="Next visit">
          {nextVisit === null
            ? "None"
            : `${FIELDS[nextVisit.field].label.replace(" date", "")}, ${formatVisitTime(nextVisit.at)}`}
        </Fact>
        <Fact name={`${jobStatusLabel("installed_paid")}, total`}>{formatMoney(totals.paid)}</Fact>
        <Fact name={`${jobStatusLabel("completed")}, total`}>{formatMoney(totals.complete)}</Fact>
        <Fact name="Jobs without a price">{formatCount(totals.unpriced)}</Fact>
      </dl>
      {isSaved ? (
        <p className="mt-2 text-ink-muted">These count only the jobs saved on {thisDevice()}.</p>
      ) : (
        !isWhole && (
          <p className="mt-2 text-ink-muted">
            These count the newest {formatCount(totals.jobs)} jobs.
          </p>
        )
      )}
    </section>
  );
}

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
}

function Fact({ name, children }: FactProps) {
  return (
    // If a value does not fit beside its name, it wraps below it as a whole.
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="ml-auto tabular-nums">{children}</dd>
    </div>
  );
}
