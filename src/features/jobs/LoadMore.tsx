import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "@/components/ui/Button";

interface LoadMoreProps {
  readonly canLoadMore: boolean;
  readonly isLoading: boolean;
  readonly onLoadMore: () => void;
}

/**
 * Loads the next page shortly before the end scrolls into view. The button is
 * for keyboards and for browsers that report no intersection.
 */
export function LoadMore({
  canLoadMore,
  isLoading,
  onLoadMore,
}: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const loadMore = useEffectEvent(onLoadMore);

  useEffect(() => {
    if (!canLoadMore || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) loadMore();
      },
      { rootMargin: "600px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [canLoadMore]);

  if (!canLoadMore && !isLoading) return null;
  return (
    <div ref={end} className="flex justify-center py-6 print:hidden">
      <Button busy={isLoading} onClick={onLoadMore}>
        Load more
      </Button>
    </div>
  );
}
