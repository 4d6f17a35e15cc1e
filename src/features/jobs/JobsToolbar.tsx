import { clsx } from "clsx";
import { Plus } from "@/components/icons/firstIcons";
import { ArrowDownWideNarrow, CalendarClock, ListFilter } from "@/components/icons/icons";
import { Button } from "@/components/ui/Button";
import { SearchInput } from "@/components/ui/SearchInput";
import { ViewToggle } from "@/components/ui/ViewToggle";
import { nextJobStatusFilter } from "@domain/job/jobs";
import { toggleCreatedSort, toggleDateSort } from "@domain/job/jobOrder";
import { toggleLabels, type JobListView } from "@/job/jobListView";
import { preloadJobDialog } from "./LazyJobDialog";

interface JobsToolbarProps {
  readonly view: JobListView;
  readonly onChange: (view: JobListView) => void;
  /** Called when the search field has lost the focus. */
  readonly onSearchEnd: () => void;
  readonly onAdd: () => void;
}

export function JobsToolbar({ view, onChange, onSearchEnd, onAdd }: JobsToolbarProps) {
  const labels = toggleLabels(view);
  const isByDate = view.sort === "nearest" || view.sort === "farthest";
  return (
    <div
      role="toolbar"
      aria-label="Job list"
      className="flex flex-wrap items-center gap-2 print:hidden"
    >
      <SearchInput
        label="Search jobs"
        placeholder="search jobs by name, address, notes, phone, job/customer id"
        className="grow basis-0"
        value={view.search}
        onChange={(search) => onChange({ ...view, search })}
        onBlur={onSearchEnd}
      />
      <Button
        variant="primary"
        onPointerEnter={preloadJobDialog}
        onFocus={preloadJobDialog}
        onClick={onAdd}
      >
        <Plus aria-hidden="true" />
        Add
      </Button>
      <div className="flex min-w-0 gap-2 max-lg:basis-full max-sm:*:min-w-0 max-sm:*:grow">
        <ViewToggle
          name="Date"
          value={labels.date}
          isActive={isByDate}
          icon={<CalendarClock aria-hidden="true" />}
          onClick={() => onChange({ ...view, sort: toggleDateSort(view.sort) })}
        />
        <ViewToggle
          name="Status"
          value={labels.status}
          isActive={view.status !== null}
          icon={<ListFilter aria-hidden="true" />}
          hint="Shift+click steps back"
          onClick={({ shiftKey }) => {
            const status = nextJobStatusFilter(view.status, shiftKey ? -1 : 1);
            onChange({ ...view, status });
          }}
        />
        <ViewToggle
          name="ID"
          value={labels.id}
          isActive={!isByDate}
          icon={
            <ArrowDownWideNarrow
              aria-hidden="true"
              className={clsx(view.sort === "created_asc" && "-scale-y-100")}
            />
          }
          onClick={() => onChange({ ...view, sort: toggleCreatedSort(view.sort) })}
        />
      </div>
    </div>
  );
}
