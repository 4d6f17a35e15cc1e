import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import {
  openNewJob,
  takeRequestedStart,
  useRequestedStart,
  type NewJobStart,
} from "@/job/requestedStart";

const start = { id: "draft" } as NewJobStart;

afterEach(() => {
  act(takeRequestedStart);
});

it("a new job opens on the current screen, whose dialog a navigation would close", () => {
  const go = vi.fn();
  const { result } = renderHook(useRequestedStart);
  act(() => openNewJob(start, go));
  expect(result.current).toBe(start);
  expect(go).not.toHaveBeenCalled();
});

it("a new job opens on the list of jobs if the current screen opens none", () => {
  const go = vi.fn();
  openNewJob(start, go);
  expect(go).toHaveBeenCalledExactlyOnceWith({ to: "/jobs" });
  const { result } = renderHook(useRequestedStart);
  expect(result.current).toBe(start);
});
