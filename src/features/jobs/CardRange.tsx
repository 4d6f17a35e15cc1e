import { useEffect, useRef, useState, type ReactNode } from "react";
import { placeText } from "@domain/customer/places";
import type { Job } from "@/job/jobForm";

/** Fills whole rows of one, two and three columns. */
const CARDS_PER_RANGE = 12;

/** The margin around the screen in which cards are rendered, so that scrolling does not reach missing cards. */
const NEAR = "1000px";

export function rangesOf(jobs: readonly Job[]): (readonly Job[])[] {
  return Array.from({ length: Math.ceil(jobs.length / CARDS_PER_RANGE) }, (_, at) =>
    jobs.slice(at * CARDS_PER_RANGE, (at + 1) * CARDS_PER_RANGE),
  );
}

interface CardRangeProps {
  readonly jobs: readonly Job[];
  /** The index of the range in the list, from 0. The cards of the first range are rendered at once. */
  readonly at: number;
  readonly isPrinting: boolean;
  readonly children: (job: Job) => ReactNode;
}

/**
 * Renders cards only near the screen, so that neither memory nor the time of a frame grows with the list. Elsewhere
 * their text takes their place, so that the browser's own search finds it.
 */
export function CardRange({ jobs, at, isPrinting, children }: CardRangeProps) {
  const [isNear, setIsNear] = useState(at === 0);
  /** The height of the range in px; undefined until its cards were rendered. */
  const [height, setHeight] = useState<number>();
  const start = useRef<HTMLLIElement>(null);
  const end = useRef<HTMLLIElement>(null);
  const isShown = isNear || isPrinting;
  const [firstId, lastId] = [jobs[0]?._id, jobs.at(-1)?._id];

  useEffect(() => {
    const hasFocus = () => document.activeElement?.closest(`[data-range="${at}"]`) !== null;
    const ends = [start.current, end.current].filter((item) => item !== null);
    const near = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) near.add(target);
          else near.delete(target);
        if (near.size > 0) setIsNear(true);
        else if (!hasFocus()) {
          setHeight(heightOf(ends));
          setIsNear(false);
        }
      },
      { rootMargin: NEAR },
    );
    for (const item of ends) observer.observe(item);
    return () => observer.disconnect();
    // `firstId` and `lastId`: with other jobs at the ends, other elements have to be observed.
  }, [isShown, at, firstId, lastId]);

  const refOf = ({ _id }: Job) => {
    if (_id === firstId) return start;
    return _id === lastId ? end : undefined;
  };
  if (!isShown)
    return (
      <li
        ref={start}
        aria-hidden="true"
        style={{ height }}
        className="col-span-full h-[120rem] overflow-hidden text-transparent select-none sm:h-[60rem] lg:h-[40rem]"
      >
        {jobs.map((job) => `${job.customer_name}, ${placeText(job)}`).join("; ")}
      </li>
    );
  return jobs.map((job) => (
    <li key={job._id} ref={refOf(job)} data-range={at} className="flex">
      {children(job)}
    </li>
  ));
}

function heightOf(ends: readonly Element[]): number {
  const boxes = ends.map((item) => item.getBoundingClientRect());
  return Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
}
