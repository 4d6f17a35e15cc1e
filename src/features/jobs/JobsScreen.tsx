import { CatchBoundary } from "@tanstack/react-router";
import { useState, type ComponentType } from "react";
import { LayoutGrid, Rows3 } from "@/components/icons/icons";
import { ErrorBelowHeader } from "@/features/account/RouteError";
import { ExportButton } from "@/components/export/ExportButton";
import { Page, PageHeader } from "@/components/Page";
import { SegmentedControl } from "@/components/ui/SegmentedControl";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { useShortcuts } from "@/lib/useShortcuts";
import type { JobListAddress } from "@/job/jobListAddress";
import { JobList } from "./JobList";
import { JobsToolbar } from "./JobsToolbar";
import type { SelectedJobsDialogProps } from "@/job/selectedJobsDialog";
import { useJobDialog } from "./useJobDialog";
import { useJobListView } from "./useJobListView";

/** A desk has the width for a table. Paper has it too: the browser lays out a page of that width before it prints. */
const WIDE = "(min-width: 1024px), print";

interface JobsScreenProps {
  /** The search parameters of the URL: the view, and the open job. */
  readonly address: JobListAddress & { readonly job?: string | undefined };
  /** Replaces some of the search parameters. */
  readonly onAddressChange: (change: JobListAddress & { readonly job?: undefined }) => void;
  /** The dialog that moves visits, passed down because it belongs to features/schedule. */
  readonly MoveVisits: ComponentType<SelectedJobsDialogProps>;
}

export function JobsScreen({ address, onAddressChange, MoveVisits }: JobsScreenProps) {
  const { view, change, flush } = useJobListView(address, onAddressChange);
  const jobDialog = useJobDialog({
    linked: address.job,
    onLinkTaken: () => onAddressChange({ job: undefined }),
  });
  useShortcuts({ newJob: jobDialog.add });
  const isWide = useMediaQuery(WIDE);
  const layout = (isWide && address.view) || "grid";
  const [countSlot, setCountSlot] = useState<Element | null>(null);

  return (
    // Room at the end, so that the last row can be scrolled above a toast.
    <Page className="pb-20 print:pb-0">
      <PageHeader
        title="Jobs"
        count={<span ref={setCountSlot} />}
        actions={
          <>
            <div className="max-lg:hidden">
              <SegmentedControl
                label="Layout"
                options={LAYOUTS}
                value={layout}
                onChange={(next) => onAddressChange({ view: next === "table" ? next : undefined })}
              />
            </div>
            <ExportButton first="jobs" />
          </>
        }
      />
      <JobsToolbar view={view} onChange={change} onSearchEnd={flush} onAdd={jobDialog.add} />
      <CatchBoundary getResetKey={() => view} errorComponent={ErrorBelowHeader}>
        <JobList
          view={view}
          onViewChange={change}
          isTable={layout === "table"}
          countSlot={countSlot}
          onOpen={jobDialog.open}
          onAdd={jobDialog.add}
          MoveVisits={MoveVisits}
        />
      </CatchBoundary>
      {jobDialog.dialog}
    </Page>
  );
}

const LAYOUTS = [
  {
    value: "grid",
    label: (
      <>
        <LayoutGrid aria-hidden="true" />
        Grid
      </>
    ),
  },
  {
    value: "table",
    label: (
      <>
        <Rows3 aria-hidden="true" />
        Table
      </>
    ),
  },
] as const;
