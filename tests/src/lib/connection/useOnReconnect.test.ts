import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { setConnectionState } from "@/lib/connection/connectionState";
import { useOnReconnect } from "@/lib/connection/useOnReconnect";

const set = (next: Parameters<typeof setConnectionState>[0]) => act(() => setConnectionState(next));

it("calls back when the connection comes back, and not on a page that opens with one", () => {
  setConnectionState("live");
  const retry = vi.fn();
  const { unmount } = renderHook(() => useOnReconnect(retry));
  expect(retry).not.toHaveBeenCalled();
  for (const next of ["connecting", "offline", "connecting"] as const) set(next);
  expect(retry).not.toHaveBeenCalled();
  set("live");
  expect(retry).toHaveBeenCalledOnce();
  set("connecting");
  set("live");
  expect(retry).toHaveBeenCalledTimes(2);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(retry).toHaveBeenCalledTimes(3);
  unmount();
  act(() => void window.dispatchEvent(new Event("online")));
  expect(retry).toHaveBeenCalledTimes(3);
});
