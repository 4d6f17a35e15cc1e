import { renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { isAppleDevice } from "@/lib/thisDevice";

vi.mock("@/lib/thisDevice", () => ({ isAppleDevice: vi.fn(() => false) }));

beforeEach(() => {
  vi.resetModules();
});

it.each([
  ["apple", false, "apple"],
  ["google", true, "google"],
  [null, true, "apple"],
  [null, false, "google"],
  ["waze", false, "google"],
] as const)(
  "with %j chosen, on an Apple device: %j, routes open in %s",
  async (chosen, isApple, expected) => {
    localStorage.clear();
    if (chosen !== null) localStorage.setItem("downspout:route-maps", chosen);
    vi.mocked(isAppleDevice).mockReturnValue(isApple);
    const { useRouteMaps } = await import("@/features/schedule/routeMaps");
    expect(renderHook(() => useRouteMaps()).result.current).toBe(expected);
  },
);
