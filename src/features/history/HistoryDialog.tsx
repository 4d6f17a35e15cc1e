import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "@convex/_generated/api";
import { TRASH_KEPT_MS } from "@domain/history";
import { daysText } from "@domain/text";
import { Dialog } from "@/components/ui/Dialog";
import { LoadingData } from "@/components/ui/LoadingData";
import { Tabs } from "@/components/ui/Tabs";
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
          ? "The last 200 changes, the newest first."
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

function RecentChanges() {
  const entries = useQuery(api.changes.recent);
  if (entries === undefined)
    return <LoadingData what="The history" className="my-6" />;
  if (entries.length === 0)
    return <p className="py-6 text-sm text-ink-muted">No changes yet.</p>;
  return <HistoryList entries={entries} showsSubject />;
}
