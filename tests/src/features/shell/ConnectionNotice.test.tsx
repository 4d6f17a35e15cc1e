import { act, render, screen, within } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConnectionNotice } from "@/features/shell/ConnectionNotice";
import { setConnectionState } from "@/lib/connection/connectionState";
import { reportFatalConnectionError } from "@/lib/connection/fatalConnectionError";
import { beginPendingWork } from "@/lib/pendingWork";
import { publishPhotos } from "@/offline/photos/photosWaiting";
import { SignInContext, type SignIn } from "@/session/session";
import { Dialog } from "@/components/ui/Dialog";
import { aWaitingPhoto } from "../../../support/builders";
import { FakeBackend, stubLayout } from "../../../support/fakeBackend";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const SIGNED_OUT = { session: { status: "signedOut" } } as SignIn;

function show() {
  const client = new FakeBackend();
  const page = (children: ReactNode) => (
    <SignInContext value={SIGNED_OUT}>
      <ConvexProvider client={client.asClient()}>
        <ConnectionNotice />
        {children}
      </ConvexProvider>
    </SignInContext>
  );
  const view = render(page(null));
  const rerender = (children: ReactNode) => view.rerender(page(children));
  const set = (connected: boolean, changes = 0) =>
    act(() => client.setConnection(connected, changes));
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  const neverConnect = () => act(() => client.neverConnected());
  return { set, wait, neverConnect, rerender };
}

const notice = () => document.body.textContent;

test("does not show an interruption shorter than 3 s", () => {
  const { set, wait } = show();
  set(false);
  wait(2900);
  set(true);
  wait(5000);
  expect(notice()).toBe("");
});

// Spec 4.21
test("shows after 3 s, reports the reconnect, then disappears", () => {
  const { set, wait } = show();
  set(false);
  wait(3000);
  expect(notice()).toBe("Connection lost. Reconnecting...");
  set(true);
  expect(notice()).toBe("Connected.");
  wait(3000);
  expect(notice()).toBe("");
});

test("a reconnect is not reported if the connection was lost again", () => {
  const { set, wait } = show();
  set(false);
  wait(3000);
  set(true);
  set(false);
  expect(notice()).toBe("");
  wait(3000);
  expect(notice()).toBe("Connection lost. Reconnecting...");
});

test('says "Connecting..." before the first connection', () => {
  const { neverConnect, wait } = show();
  neverConnect();
  wait(3000);
  expect(notice()).toBe("Connecting...");
});

test("counts the person's changes, and not the page's own calls", () => {
  const { set, wait } = show();
  set(false, 5);
  wait(3000);
  expect(notice()).toBe("Connection lost. Reconnecting...");
  const ends: (() => void)[] = [];
  act(() => void ends.push(beginPendingWork("saving")));
  expect(notice()).toBe("Connection lost. Reconnecting... 1 edit waiting");
  act(() => {
    ends.push(beginPendingWork("saving"));
    publishPhotos({ photos: [aWaitingPhoto()] });
  });
  expect(notice()).toBe("Connection lost. Reconnecting... 2 edits and 1 photo waiting");
  act(() => {
    for (const end of ends) end();
    publishPhotos({});
  });
});

test("says at once that the server does not answer, and how many changes wait", () => {
  const { set, wait } = show();
  const ends: (() => void)[] = [];
  act(
    () =>
      void ends.push(
        beginPendingWork("saving"),
        beginPendingWork("saving"),
        beginPendingWork("saving"),
      ),
  );
  set(false);
  act(() => setConnectionState("offline"));
  expect(screen.getByRole("status")).toHaveTextContent("Offline. 3 edits waiting");
  act(() => publishPhotos({ photos: [aWaitingPhoto(), aWaitingPhoto()] }));
  expect(notice()).toBe("Offline. 3 edits and 2 photos waiting");
  act(() => {
    publishPhotos({});
    for (const end of ends) end();
  });
  expect(notice()).toBe("Offline.");
  set(true);
  expect(notice()).toBe("Connected.");
  wait(3000);
  expect(notice()).toBe("");
});

test("moves into an open dialog, where it is seen and read out", () => {
  stubLayout();
  const { set, wait, rerender } = show();
  set(false);
  wait(3000);
  rerender(
    <Dialog title="Edit Job" onClose={() => {}}>
      A job
    </Dialog>,
  );
  const dialog = screen.getByRole("dialog", { name: "Edit Job" });
  const inDialog = within(dialog).getByRole("status");
  expect(inDialog).toHaveTextContent("Connection lost. Reconnecting...");
  expect(inDialog.closest("[aria-live=polite]")).not.toBeNull();
  set(true);
  expect(within(dialog).getByRole("status")).toHaveTextContent("Connected.");
  rerender(null);
  expect(screen.getByRole("status")).toHaveTextContent("Connected.");
});

// Spec 8.12
test("asks to reload after a fatal connection error", () => {
  const { set, wait } = show();
  act(() => reportFatalConnectionError());
  set(false);
  wait(10_000);
  expect(notice()).toBe("The connection has ended. Reload the page to go on.Reload");
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
});
