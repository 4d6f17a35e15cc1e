import { createFileRoute } from "@tanstack/react-router";
import { parseAddress, type JobListAddress } from "@/job/jobListAddress";
import { JobsScreen } from "@/features/jobs/JobsScreen";
import { LazyMoveJobsDialog } from "@/features/schedule/moves/LazyMoveJobsDialog";

export const Route = createFileRoute("/_gated/jobs")({
  validateSearch: (
    search: Record<string, unknown>,
  ): JobListAddress & { job?: string | undefined } => ({
    ...parseAddress(search),
    job: typeof search["job"] === "string" ? search["job"] : undefined,
  }),
  component: JobsRoute,
});

function JobsRoute() {
  const address = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <JobsScreen
      address={address}
      MoveVisits={LazyMoveJobsDialog}
      onAddressChange={(change) =>
        void navigate({
          // An updater: the view and the open job change one after the other.
          search: (newest) => ({ ...newest, ...change }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
