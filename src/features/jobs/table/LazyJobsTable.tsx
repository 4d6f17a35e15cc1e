import { lazyPart, type FailedProps } from "@/components/lazyPart";
import { ChunkLoadErrorPanel } from "@/components/ChunkLoadErrorPanel";
import { LoadingData } from "@/components/ui/LoadingData";
import type { JobsTableProps } from "./JobsTable";

export const LazyJobsTable = lazyPart<JobsTableProps>(
  async () => (await import("./JobsTable")).JobsTable,
  { Loading, Failed },
);

function Loading() {
  return (
    <div className="flex justify-center py-20">
      <LoadingData what="The table of jobs" className="size-8" />
    </div>
  );
}

function Failed({ error }: FailedProps<JobsTableProps>) {
  return <ChunkLoadErrorPanel error={error} />;
}
