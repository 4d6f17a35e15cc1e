import { clsx } from "clsx";
import {
  ArrowDownWideNarrow,
  CalendarClock,
  ListFilter,
  Plus,
  Search,
} from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "@/components/ui/Button";
import { Input } from "@/components/ui/Input";
import { nextJobStatusFilter } from "@domain/jobs";
import { toggleCreatedSort, toggleDateSort } from "@domain/jobOrder";
import { toggleLabels, type JobListView } from "./jobListView";
import { preloadJobDialog } from "./LazyJobDialog";

interface JobsToolbarProps {
  readonly view: JobListView;
  readonly onChange: (view: JobListView) => void;
  readonly onAdd: () => void;
}

export function JobsToolbar({ view, onChange, onAdd }: JobsToolbarProps) {
  const labels = toggleLabels(view);
  const isByDate = view.sort === "nearest" || view.sort === "farthest";
  return (
    <div
      role="toolbar"
      aria-label="Job list"
      className="flex flex-wrap items-center gap-2"
    >
      <JobSearch
        search={view.search}
        onChange={(search) => onChange({ ...view, search })}
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
          onClick={() =>
            onChange({ ...view, status: nextJobStatusFilter(view.status) })
          }
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
          onClick={() =>
            onChange({ ...view, sort: toggleCreatedSort(view.sort) })
          }
        />
      </div>
    </div>
  );
}

interface ViewToggleProps {
  readonly name: string;
  readonly value: string;
  readonly isActive: boolean;
  readonly icon: ReactNode;
  readonly onClick: () => void;
}

function ViewToggle({ name, value, isActive, icon, onClick }: ViewToggleProps) {
  return (
    <Button
      className={clsx(
        "max-sm:flex-col max-sm:gap-0! max-sm:px-1! max-sm:leading-tight max-sm:[&_svg]:hidden",
        !isActive && "text-ink-muted!",
      )}
      onClick={onClick}
    >
      {icon}
      <span className="text-ink-muted max-sm:text-xs">{name}: </span>
      <span className="max-w-full truncate max-sm:text-sm">{value}</span>
    </Button>
  );
}

interface JobSearchProps {
  readonly search: string;
  readonly onChange: (search: string) => void;
}

function JobSearch({ search, onChange }: JobSearchProps) {
  const ref = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const focusOnSlash = (event: KeyboardEvent) => {
      const isPlainSlash =
        event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isPlainSlash || isTyping(event.target)) return;
      event.preventDefault();
      ref.current?.focus();
    };
    window.addEventListener("keydown", focusOnSlash);
    return () => window.removeEventListener("keydown", focusOnSlash);
  }, []);

  return (
    <div className="relative min-w-0 grow basis-0 lg:max-w-xl">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-muted"
      />
      <Input
        ref={ref}
        type="search"
        aria-label="Search jobs"
        placeholder="search jobs by name, address, notes, phone, job/customer id"
        className="pl-9 text-ellipsis"
        value={search}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, [role=dialog]") !== null
  );
}
