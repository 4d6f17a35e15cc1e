import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAccountsClient } from "@/session/accountsClient";
import { fakeAccountsServer, tokenAnswer } from "../../../support/fakeAccountsServer";
import { renderApp } from "../../../support/renderApp";

beforeEach(() => {
  localStorage.setItem("downspout-signed-in", "yes");
  window.scrollTo = () => {};
});
afterEach(() => vi.unstubAllGlobals());

async function openMenu() {
  fakeAccountsServer({
    "/token": tokenAnswer("Ana"),
    "/invitations": [200, { path: "/?invite=abc", expiresAt: 1 }],
  });
  const signOut = vi.fn(() => Promise.resolve());
  const local = {
    accounts: createAccountsClient(),
    isOpen: false,
    isInvitationOpen: false,
    close: () => {},
  };
  const app = renderApp({ path: "/settings", signIn: { signOut, local } });
  const button = await screen.findByRole("button", {
    name: "User menu of Ana Silva",
  });
  await userEvent.click(button);
  return { ...app, signOut, button };
}

// Spec 2.4, 6.2
test("shows the signed-in user", async () => {
  const { button } = await openMenu();
  expect(screen.getByText("Ana Silva")).toBeVisible();
  expect(screen.getByText("ana@example.com")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(screen.getByText("Ana Silva")).not.toBeVisible();
  expect(button).toHaveFocus();
});

// Spec 2.5
test("signing out returns to the home page", async () => {
  const { history, signOut } = await openMenu();
  await userEvent.click(await screen.findByRole("button", { name: "Sign out" }));
  await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
  expect(history.location.pathname).toBe("/");
});

test("shows a link that a teammate can use", async () => {
  await openMenu();
  await userEvent.click(await screen.findByRole("button", { name: "Invite a teammate" }));
  expect(await screen.findByLabelText("Invitation link")).toHaveValue(
    `${window.location.origin}/?invite=abc`,
  );
  expect(screen.getByText(/works once, for 7 days/)).toBeVisible();
});

test("a click outside closes it", async () => {
  await openMenu();
  await userEvent.click(screen.getByRole("main"));
  expect(screen.getByText("Ana Silva")).not.toBeVisible();
});
