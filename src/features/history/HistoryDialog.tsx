import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "@convex/_generated/api";
import { RECENT_CHANGES, TRASH_KEPT_MS } from "@domain/history";
import { daysText } from "@domain/text";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { LoadingData } from "@/components/ui/LoadingData";
import { Tabs } from "@/components/ui/Tabs";
import { useKeepPreviousData } from "@/lib/useKeepPreviousData";
import { HistoryList } from "./HistoryList";
import { TrashList } from "./TrashList";

const TABS = [
  { value: "changes", label: "Changes" },
  { value: "deleted", label: "Deleted" },
] as const;

/** What people changed and deleted in the workspace, to take it back. */
export function HistoryDialog({ onClose }: { readonly onClose: () => void }) {
  const [tab, setTab] = useState<(typeof TABS)[number]["value"]>("changes");
  return (
    <Dialog
      title="Recent changes"
      description={
        tab === "changes"
          ? `The last ${RECENT_CHANGES} changes, the newest first.`
          : `Deleted records are kept for ${daysText(TRASH_KEPT_MS)}, those of a whole run under Changes.`
      }
      size="large"
      onClose={onClose}
    >
      <Tabs label="Recent changes" tabs={TABS} value={tab} onChange={setTab}>
        {tab === "changes" ? <RecentChanges /> : <TrashList />}
      </Tabs>
    </Dialog>
  );
}

/** Few, because each change of anybody in the office reads them again. */
const PAGE_SIZE = 50;

function RecentChanges() {
  const [count, setCount] = useState(PAGE_SIZE);
  const found = useQuery(api.changes.recent, { count });
  const entries = useKeepPreviousData(found);
  const mayHaveMore =
    count < RECENT_CHANGES && (found === undefined || found.length === count);
  if (entries === undefined)
    return <LoadingData what="The history" className="my-6" />;
  if (entries.length === 0)
    return <p className="py-6 text-sm text-ink-muted">No changes yet.</p>;
  return (
    <>
      <HistoryList entries={entries} showsSubject />
      {mayHaveMore && (
        <Button
          busy={found === undefined}
          onClick={() => setCount(count + PAGE_SIZE)}
        >
          Show older
        </Button>
      )}
    </>
  );
}
