import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useIsPrinting } from "@/lib/useIsPrinting";

test("a page knows that it is printed before the event of the print is over", () => {
  const { result } = renderHook(useIsPrinting);
  expect(result.current).toBe(false);
  window.dispatchEvent(new Event("beforeprint"));
  expect(result.current).toBe(true);
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(result.current).toBe(false);
});
