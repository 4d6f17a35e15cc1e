import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAccountsClient } from "@/session/accountsClient";
import { fakeAccountsServer, tokenAnswer } from "../../../support/fakeAccountsServer";
import { renderApp } from "../../../support/renderApp";

beforeEach(() => {
  localStorage.setItem("downspout-signed-in", "yes");
  window.history.replaceState(null, "", "/?invite=abc");
  window.scrollTo = () => {};
});
afterEach(() => {
  window.history.replaceState(null, "", "/");
  vi.unstubAllGlobals();
});

async function openInvitation(policy: object, signOut: readonly [number, unknown] = [200, {}]) {
  const server = fakeAccountsServer({
    "/token": tokenAnswer("Ana"),
    "/get-session": [200, null],
    "/sign-up/policy": [200, policy],
    "/sign-out": signOut,
  });
  const close = vi.fn();
  renderApp({
    path: "/",
    signIn: {
      local: {
        accounts: createAccountsClient(),
        isOpen: false,
        isInvitationOpen: true,
        close,
      },
    },
  });
  const dialog = within(await screen.findByRole("dialog"));
  return { server, close, dialog };
}

const INVITED = { policy: "invited", invitedBy: "Bo Lind" };

test("says what the invitation is, and that it stays unused", async () => {
  const { server, close, dialog } = await openInvitation(INVITED);
  expect(await dialog.findByRole("heading", { name: "Invitation to join Bo Lind" })).toBeVisible();
  expect(dialog.getByText(/You are signed in as Ana Silva \(ana@example\.com\)/)).toBeVisible();
  expect(dialog.queryByLabelText("Password")).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole("button", { name: "Stay signed in" }));
  expect(close).toHaveBeenCalledOnce();
  expect(server.calls.map(({ path }) => path)).not.toContain("/sign-out");
});

test("signs out to use it", async () => {
  const { server, close, dialog } = await openInvitation(INVITED);
  await userEvent.click(await dialog.findByRole("button", { name: "Sign out and use it" }));
  await waitFor(() => expect(server.calls).toContainEqual({ path: "/sign-out", body: {} }));
  // The code stays in the URL, for the sign-in modal.
  expect(window.location.search).toBe("?invite=abc");
  expect(close).not.toHaveBeenCalled();
});

test("reports that signing out failed", async () => {
  const { dialog } = await openInvitation(INVITED, [
    503,
    { code: "UNAVAILABLE", message: "Try again in a minute." },
  ]);
  await userEvent.click(await dialog.findByRole("button", { name: "Sign out and use it" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("Try again in a minute.");
});

test("says why an invitation cannot be used", async () => {
  const message = "This invitation was withdrawn. Ask a teammate for a new link.";
  const { close, dialog } = await openInvitation({
    policy: "closed",
    code: "INVITATION_WITHDRAWN",
    message,
  });
  expect(await dialog.findByText(message)).toBeVisible();
  expect(dialog.queryByRole("button", { name: "Sign out and use it" })).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole("button", { name: "Done" }));
  expect(close).toHaveBeenCalledOnce();
});
