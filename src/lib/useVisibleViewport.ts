import { useEffect, useState, type CSSProperties } from "react";

/**
 * The part of the window that a phone's keyboard leaves free, as the place of a
 * fixed box. The focused field of that box is kept in view when it changes.
 */
export function useVisibleViewport(box: HTMLElement | null): CSSProperties {
  const [place, setPlace] = useState<CSSProperties>({
    top: 0,
    height: "100dvh",
  });

  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport || !box) return;
    const follow = () => {
      // A pinch zoom also shrinks it, and there the page should stay as it is.
      if (viewport.scale > 1.01) return;
      setPlace({ top: viewport.offsetTop, height: viewport.height });
      const focused = document.activeElement;
      if (focused instanceof HTMLElement && box.contains(focused)) {
        requestAnimationFrame(() =>
          focused.scrollIntoView({ block: "nearest" }),
        );
      }
    };
    follow();
    viewport.addEventListener("resize", follow);
    viewport.addEventListener("scroll", follow);
    return () => {
      viewport.removeEventListener("resize", follow);
      viewport.removeEventListener("scroll", follow);
    };
  }, [box]);

  return place;
}
