import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useWorkspaceSwitch } from "@/session/useWorkspaceSwitch";

const backend = { isLoading: false, isAuthenticated: true };
vi.mock("convex/react", () => ({ useConvexAuth: () => backend }));

function moves(...steps: [workspace: string | null, isLoading: boolean][]) {
  const { result, rerender } = renderHook(({ workspace }) => useWorkspaceSwitch(workspace), {
    initialProps: { workspace: null as string | null },
  });
  return steps.map(([workspace, isLoading]) => {
    backend.isLoading = isLoading;
    rerender({ workspace });
    return result.current;
  });
}

test("the switch is pending from the choice until the backend has authenticated", () => {
  expect(moves(["a", false], ["b", false], ["b", true], ["b", true], ["b", false])).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

test("signing in or out is not a switch", () => {
  expect(moves(["a", true], ["a", false], [null, false], ["b", false])).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("a second choice restarts the switch", () => {
  expect(
    moves(["a", false], ["b", false], ["b", true], ["c", true], ["c", true], ["c", false]),
  ).toEqual([false, true, true, true, true, false]);
});

test("from an office without access, another one opens like a sign-in", () => {
  backend.isAuthenticated = false;
  expect(moves(["a", false], ["b", false], ["b", false])).toEqual([false, false, false]);
  backend.isAuthenticated = true;
});
