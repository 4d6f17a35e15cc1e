import { renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { PHOTO_GRID, useShownPhotos } from "@/features/jobs/photos/photoGrid";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Columns of the grid's class in a window of so many px. */
function columnsAt(width: number): number {
  const from = { "": 0, "min-[390px]": 390, sm: 640, lg: 1024 };
  const columns = PHOTO_GRID.split(" ").flatMap((name) => {
    const [, prefix = "", count = ""] = /^(?:(.+):)?grid-cols-(\d)$/.exec(name) ?? [];
    return count !== "" && from[prefix as keyof typeof from] <= width ? [Number(count)] : [];
  });
  return columns.at(-1) ?? 0;
}

it.each([320, 389, 390, 639, 640, 1023, 1024, 1920])(
  "a window of %d px shows two whole rows of photos",
  (width) => {
    vi.stubGlobal("matchMedia", (query: string) => {
      const [, limit = "", unit = ""] = /^\(width < (\d+)(px|rem)\)$/.exec(query) ?? [];
      return {
        matches: width < Number(limit) * (unit === "rem" ? 16 : 1),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      };
    });
    const { result } = renderHook(() => useShownPhotos());
    expect(result.current).toBe(2 * columnsAt(width));
  },
);
