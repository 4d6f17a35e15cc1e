import { act, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BackendProvider } from "@/BackendProvider";
import { SenderClient } from "@/lib/connection/SenderClient";
import { useSignIn } from "@/session/session";
import { fakeAccountsServer, NOT_SIGNED_IN, tokenAnswer } from "../support/fakeAccountsServer";

/** A WebSocket that never opens. */
class SilentSocket extends EventTarget {
  readyState = 0;
  send() {}
  close() {}
}

const ENV = {
  cells: [],
  convexUrl: "http://127.0.0.1:3000",
  clerkPublishableKey: null,
};

beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, "", "/");
  vi.stubGlobal("WebSocket", SilentSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Who() {
  const { session, local, open } = useSignIn();
  return (
    <>
      <p>{session.status}</p>
      <p>{local?.isOpen ? "modal open" : "modal shut"}</p>
      <p>{local?.isInvitationOpen ? "invitation open" : "no invitation"}</p>
      <button onClick={() => void local?.accounts.signOut()}>sign out</button>
      <button onClick={open}>Sign In</button>
      <button
        onClick={() => void local?.accounts.signIn({ email: "a@b.c", password: "password1" })}
      >
        submit
      </button>
    </>
  );
}

const show = () =>
  render(
    <BackendProvider env={ENV} navigate={() => {}} fallback="fallback">
      <Who />
    </BackendProvider>,
  );

const VISITOR = { "/get-session": [200, null] } as const;

// Spec 2.6
test("signing in with one machine opens and closes the modal without a reload", async () => {
  fakeAccountsServer({
    ...VISITOR,
    "/sign-in/email": [200, {}],
    "/token": tokenAnswer("Ana"),
  });
  show();
  expect(screen.getByText("loading")).toBeVisible();
  expect(await screen.findByText("signedOut")).toBeVisible();
  expect(screen.getByText("modal shut")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Sign In" }));
  expect(screen.getByText("modal open")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "submit" }));
  expect(await screen.findByText("signedIn")).toBeVisible();
  expect(screen.getByText("modal shut")).toBeVisible();
});

test("calls are sent for the person and office of the page, until the sign-out", async () => {
  const setSender = vi.spyOn(SenderClient.prototype, "setSender");
  fakeAccountsServer({
    "/get-session": [200, { user: {} }],
    "/token": tokenAnswer("Ana", { workspaceId: "office" }),
    "/sign-out": [200, {}],
  });
  localStorage.setItem("downspout-signed-in", "yes");
  show();
  expect(await screen.findByText("signedIn")).toBeVisible();
  expect(setSender).toHaveBeenLastCalledWith("office:Ana");
  await userEvent.click(screen.getByRole("button", { name: "sign out" }));
  expect(await screen.findByText("signedOut")).toBeVisible();
  expect(setSender).toHaveBeenLastCalledWith(undefined);
});

test("an invitation opens the modal until the user signs in", async () => {
  window.history.replaceState(null, "", "/?invite=abc");
  fakeAccountsServer({
    ...VISITOR,
    "/sign-in/email": [200, {}],
    "/token": tokenAnswer("Ana"),
  });
  show();
  expect(await screen.findByText("modal open")).toBeVisible();
  expect(screen.getByText("no invitation")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "submit" }));
  expect(await screen.findByText("signedIn")).toBeVisible();
  expect(screen.getByText("modal shut")).toBeVisible();
  expect(screen.getByText("no invitation")).toBeVisible();
});

test("an invitation is shown to a signed-in user, and opens the modal after a sign-out", async () => {
  window.history.replaceState(null, "", "/?invite=abc");
  fakeAccountsServer({
    "/get-session": [200, { user: {} }],
    "/token": tokenAnswer("Ana"),
    "/sign-out": [200, {}],
  });
  show();
  expect(await screen.findByText("invitation open")).toBeVisible();
  expect(screen.getByText("modal shut")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "sign out" }));
  expect(await screen.findByText("modal open")).toBeVisible();
  expect(screen.getByText("no invitation")).toBeVisible();
});

test("detects a session that ended elsewhere when the page becomes visible", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  // The client names each attempt to reconnect.
  vi.spyOn(console, "log").mockImplementation(() => {});
  localStorage.setItem("downspout-signed-in", "yes");
  const server = fakeAccountsServer({ "/token": tokenAnswer("Ana") });
  show();
  expect(await screen.findByText("signedIn")).toBeVisible();
  server.set("/token", NOT_SIGNED_IN);
  act(() => void vi.advanceTimersByTime(61_000));
  document.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(screen.getByText("signedOut")).toBeVisible());
});

test("a page that becomes visible again and again requests its session once a minute", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.spyOn(console, "log").mockImplementation(() => {});
  localStorage.setItem("downspout-signed-in", "yes");
  const server = fakeAccountsServer({ "/token": tokenAnswer("Ana") });
  show();
  expect(await screen.findByText("signedIn")).toBeVisible();
  const before = server.calls.length;
  const look = () =>
    act(() => {
      document.dispatchEvent(new Event("visibilitychange"));
      return Promise.resolve();
    });
  await look();
  expect(server.calls).toHaveLength(before);
  act(() => void vi.advanceTimersByTime(61_000));
  await look();
  await look();
  expect(server.calls).toHaveLength(before + 1);
});
