import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAccountsClient } from "@/session/accountsClient";
import type { Session } from "@/session/session";
import { fakeAccountsServer, tokenAnswer } from "../../../support/fakeAccountsServer";
import { ANA, renderApp } from "../../../support/renderApp";

const NOTICE = "This server has no account yet. Press Sign In to create the first one.";
const CLOSED = { policy: "closed", code: "CLOSED", message: "Ask a teammate." };
const SIGNED_OUT: Session = { status: "signedOut" };

beforeEach(() => {
  localStorage.clear();
  window.scrollTo = () => {};
});
afterEach(() => vi.unstubAllGlobals());

function renderAt(path: string, policy: object, session = SIGNED_OUT) {
  const server = fakeAccountsServer({
    "/get-session": [200, null],
    "/token": tokenAnswer("Ana"),
    "/sign-up/policy": [200, policy],
  });
  const accounts = createAccountsClient();
  const local = {
    accounts,
    isOpen: false,
    isInvitationOpen: false,
    close: () => {},
  };
  const app = renderApp({ path, session, signIn: { local } });
  return { ...app, server };
}

test.each(["/", "/jobs"])("%s says that a new server has no account yet", async (path) => {
  renderAt(path, { policy: "first" });
  expect(await screen.findByText(NOTICE)).toBeVisible();
});

test("a server with accounts shows no notice", async () => {
  const { server } = renderAt("/jobs", CLOSED);
  expect(await screen.findByText("Sign in required")).toBeVisible();
  await waitFor(() => expect(server.calls.map(({ path }) => path)).toContain("/sign-up/policy"));
  expect(screen.queryByText(NOTICE)).not.toBeInTheDocument();
});

test("the notice goes away on sign-in", async () => {
  const { setSession } = renderAt("/", { policy: "first" });
  expect(await screen.findByText(NOTICE)).toBeVisible();
  setSession(ANA);
  expect(screen.queryByText(NOTICE)).not.toBeInTheDocument();
});

test("signed-in users and hosted mode do not load the policy", async () => {
  const { server, unmount } = renderAt("/", { policy: "first" }, ANA);
  expect(await screen.findByText("Choose a section")).toBeVisible();
  expect(server.calls.map(({ path }) => path)).not.toContain("/sign-up/policy");
  unmount();
  renderApp({ path: "/", session: SIGNED_OUT });
  expect(await screen.findByText("Choose a section")).toBeVisible();
  expect(screen.queryByText(NOTICE)).not.toBeInTheDocument();
});
