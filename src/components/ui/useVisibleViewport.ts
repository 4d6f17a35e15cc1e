import { useEffect, useState, type CSSProperties } from "react";

const WHOLE: CSSProperties = { top: 0, height: "100dvh" };
const ZOOMED = 1.01;

/** Returns the previous object if the area is the same, so that the dialog does not render again. */
function visibleArea(before: CSSProperties = WHOLE): CSSProperties {
  const viewport = window.visualViewport;
  // Pinch zoom shrinks the visual viewport too.
  if (!viewport || viewport.scale > ZOOMED) return before;
  const { offsetTop: top, height } = viewport;
  return before.top === top && before.height === height ? before : { top, height };
}

/**
 * Styles that place a fixed box in the visual viewport, the area above a phone's
 * on-screen keyboard. Keeps the focused field of the box in view on changes.
 */
export function useVisibleViewport(box: HTMLElement | null): CSSProperties {
  const [style, setStyle] = useState(visibleArea);

  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport || !box) return;
    const follow = () => {
      if (viewport.scale > ZOOMED) return;
      setStyle(visibleArea);
      const focused = document.activeElement;
      if (focused instanceof HTMLElement && box.contains(focused)) {
        requestAnimationFrame(() => focused.scrollIntoView({ block: "nearest" }));
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
