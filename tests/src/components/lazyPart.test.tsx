import { act, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { lazyPart, type FailedProps } from "@/components/lazyPart";
import * as chunkLoadErrors from "@/lib/chunkLoadError";
import { beginPendingWork } from "@/lib/pendingWork";
import { aUser } from "../../support/user";

const reloadIfOnline = vi.spyOn(chunkLoadErrors, "reloadIfOnline");
vi.mock("@/lib/chunkLoadError", { spy: true });

const NOT_LOADED = new Error("This part of Downspout could not be loaded.");

function Failed({ onRetry }: FailedProps<object>) {
  return <button onClick={onRetry}>Try again</button>;
}

/** Shows a part whose code cannot be loaded, and tries again. */
async function tryAgain() {
  reloadIfOnline.mockResolvedValue(true);
  const load = vi.fn(() => Promise.reject(NOT_LOADED));
  const Part = lazyPart(load, { Loading: () => "Loading", Failed });
  render(<Part />);
  await aUser().click(await screen.findByRole("button"));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  await act(() => Promise.resolve());
}

afterEach(() => reloadIfOnline.mockReset());

it("a part that cannot be loaded again reloads the page", async () => {
  await tryAgain();
  expect(reloadIfOnline).toHaveBeenCalledOnce();
  expect(screen.getByText("Loading")).toBeInTheDocument();
});

it("a part that cannot be loaded again does not reload a page with unsaved text", async () => {
  const end = beginPendingWork("unsaved");
  await tryAgain();
  end();
  expect(reloadIfOnline).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});
