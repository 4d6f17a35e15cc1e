import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/Button";
import { lazyPart, type FailedProps } from "@/components/lazyPart";
import { LoadingData } from "@/components/ui/LoadingData";
import { scrollIntoViewIfNeeded } from "@/lib/scrollIntoViewIfNeeded";

/** Loaded separately: most people do not open a history. */
const SubjectHistory = lazyPart(async () => (await import("./SubjectHistory")).SubjectHistory, {
  Loading: HistoryLoading,
  Failed: HistoryFailed,
});

interface HistoryToggleProps {
  readonly className?: string;
  /** The records whose histories are shown, one list for each, such as the job and its customer. */
  readonly subjects: readonly {
    readonly title: string;
    readonly subject: string;
    readonly showsSubject?: boolean;
  }[];
}

/** Shows the histories of the records on the screen. They load when opened, and scroll into view. */
export function HistoryToggle({ className, subjects }: HistoryToggleProps) {
  const [isOpen, setIsOpen] = useState(false);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpen || section.current === null) return;
    scrollIntoViewIfNeeded(section.current);
    const grown = new ResizeObserver(() => {
      if (section.current) scrollIntoViewIfNeeded(section.current);
    });
    grown.observe(section.current);
    // Later growth, such as an older page, does not scroll: the person asked for it where they are.
    const stop = () => grown.disconnect();
    const timer = setTimeout(stop, SETTLED_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [isOpen]);
  return (
    <section
      ref={section}
      className={`flex scroll-mt-18 scroll-mb-24 flex-col gap-3 ${className ?? ""}`}
    >
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-sm font-semibold">History</h2>
        <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? "Hide" : "Show"}
          <span className="sr-only"> history</span>
        </Button>
      </div>
      {isOpen && subjects.map((each) => <SubjectHistory key={each.title} {...each} />)}
    </section>
  );
}

/** Long enough for the first page to load. */
const SETTLED_MS = 2000;

function HistoryLoading() {
  return <LoadingData what="The history" className="my-3" />;
}

function HistoryFailed({ onRetry }: FailedProps<object>) {
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm">
      <p role="alert">The history could not be loaded.</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
