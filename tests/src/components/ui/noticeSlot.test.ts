import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { noticeSlot, useNoticeSlot } from "@/components/ui/noticeSlot";

it("the notice's slot is that of the topmost open dialog", () => {
  const { result } = renderHook(useNoticeSlot);
  expect(result.current).toBeNull();
  const [below, above] = [document.createElement("div"), document.createElement("div")];
  let [closeBelow, closeAbove] = [() => {}, () => {}];
  act(() => {
    closeBelow = noticeSlot(below) ?? closeBelow;
    closeAbove = noticeSlot(above) ?? closeAbove;
  });
  expect(result.current).toBe(above);
  act(() => closeAbove());
  expect(result.current).toBe(below);
  act(() => closeBelow());
  expect(result.current).toBeNull();
});
