import { useEffect, useState, type CSSProperties } from "react";

/**
 * Styles that place a fixed box in the visual viewport, the area above a phone's
 * on-screen keyboard. Keeps the focused field of the box in view on changes.
 */
export function useVisibleViewport(box: HTMLElement | null): CSSProperties {
  const [style, setStyle] = useState<CSSProperties>({
    top: 0,
    height: "100dvh",
  });

  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport || !box) return;
    const follow = () => {
      // Ignore pinch zoom, which also shrinks the visual viewport.
      if (viewport.scale > 1.01) return;
      setStyle({ top: viewport.offsetTop, height: viewport.height });
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

  return style;
}
