import { clsx } from "clsx";
import { toggleCreatedSort, toggleDateSort, type JobSort } from "@domain/job/jobOrder";
import { ArrowDown, ArrowUp } from "@/components/icons/icons";

/** The two rules of the toolbar: what a column sorts by, its next order, and its direction in each order. */
const RULES = {
  date: {
    toggle: toggleDateSort,
    directions: { nearest: "ascending", farthest: "descending" },
  },
  created: {
    toggle: toggleCreatedSort,
    directions: { created_asc: "ascending", created_desc: "descending" },
  },
} as const satisfies Record<string, SortRule>;

interface SortRule {
  readonly toggle: (sort: JobSort) => JobSort;
  readonly directions: Partial<Record<JobSort, "ascending" | "descending">>;
}

interface SortHeadingProps {
  readonly title: string;
  readonly className: string;
  /** The rule that the heading sets; undefined for a column that sorts nothing. */
  readonly by?: keyof typeof RULES | undefined;
  readonly sort: JobSort;
  readonly onSort: (sort: JobSort) => void;
}

/** The heading of a column. One that sorts shows the order of the toolbar, and sets it. */
export function SortHeading(props: SortHeadingProps) {
  const { title, className, by, sort, onSort } = props;
  if (by === undefined)
    return (
      <th scope="col" className={className}>
        {title}
      </th>
    );
  const { toggle, directions }: SortRule = RULES[by];
  const direction = directions[sort];
  const Arrow = direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={direction ?? "none"} className={className}>
      <button
        type="button"
        onClick={() => onSort(toggle(sort))}
        className={clsx(
          "group -mx-1.5 inline-flex items-center gap-1 rounded-md px-1.5 py-0.5 hover:bg-hover touch:min-h-11",
          direction !== undefined && "text-ink",
        )}
      >
        {title}
        <Arrow
          aria-hidden="true"
          className={clsx(
            "size-3.5 print:hidden",
            direction === undefined &&
              "opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60",
          )}
        />
      </button>
    </th>
  );
}
