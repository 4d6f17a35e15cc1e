import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useIsPrinting } from "@/lib/useIsPrinting";

test("a page knows that it is being printed before the print event has ended", () => {
  const { result } = renderHook(useIsPrinting);
  expect(result.current).toBe(false);
  window.dispatchEvent(new Event("beforeprint"));
  expect(result.current).toBe(true);
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(result.current).toBe(false);
});
