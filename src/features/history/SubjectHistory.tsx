import { usePaginatedQuery } from "convex/react";
import { api } from "@convex/_generated/api";
import { Button } from "@/components/ui/Button";
import { LoadingData } from "@/components/ui/LoadingData";
import { HistoryList } from "./HistoryList";

const PAGE_SIZE = 10;

interface SubjectHistoryProps {
  readonly title: string;
  /** The id of a job, a customer or an item. */
  readonly subject: string;
  /** True if the entries may concern two items, such as the prices of a pair. */
  readonly showsSubject?: boolean;
}

/** The live list of who changed what in one job, customer or item. */
export function SubjectHistory({ title, subject, showsSubject = false }: SubjectHistoryProps) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.changes.ofSubject,
    { subject },
    { initialNumItems: PAGE_SIZE },
  );
  return (
    <section aria-label={title}>
      <h3 className="text-sm font-medium text-ink-muted">{title}</h3>
      {status === "LoadingFirstPage" && <LoadingData what="The history" className="my-3" />}
      {status === "Exhausted" && results.length === 0 && (
        <p className="py-3 text-sm text-ink-muted">No changes recorded.</p>
      )}
      <HistoryList entries={results} showsSubject={showsSubject} />
      {(status === "CanLoadMore" || status === "LoadingMore") && (
        <Button busy={status === "LoadingMore"} onClick={() => loadMore(PAGE_SIZE)}>
          Show older
        </Button>
      )}
    </section>
  );
}
