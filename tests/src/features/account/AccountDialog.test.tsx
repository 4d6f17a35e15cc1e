import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAccountsClient } from "@/session/accountsClient";
import { fakeAccountsServer, tokenAnswer } from "../../../support/fakeAccountsServer";
import { renderApp } from "../../../support/renderApp";
import { aUser, fill } from "../../../support/user";

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.setItem("downspout-signed-in", "yes");
  window.scrollTo = () => {};
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openAccount(answers: Parameters<typeof fakeAccountsServer>[0]) {
  const server = fakeAccountsServer({
    "/token": tokenAnswer("Ana"),
    ...answers,
  });
  const local = {
    accounts: createAccountsClient(),
    isOpen: false,
    isInvitationOpen: false,
    close: () => {},
  };
  const app = renderApp({ path: "/settings", signIn: { local } });
  await userEvent.click(await screen.findByRole("button", { name: "User menu of Ana Silva" }));
  await userEvent.click(await screen.findByRole("button", { name: "Your account" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Your account" }));
  return { server, dialog, ...app };
}

type Dialog = Awaited<ReturnType<typeof openAccount>>["dialog"];

async function changePassword(dialog: Dialog) {
  const user = aUser();
  await fill(user, dialog.getByLabelText("Current password"), "old one 1");
  await fill(user, dialog.getByLabelText("New password"), "new one 22");
  await user.click(dialog.getByRole("button", { name: "Change password" }));
}

test("changes the password, and says that other devices were signed out", async () => {
  const { server, dialog } = await openAccount({
    "/change-password": [200, {}],
  });
  await changePassword(dialog);
  expect(await screen.findByText("Your other devices were signed out.")).toBeVisible();
  expect(server.calls).toContainEqual({
    path: "/change-password",
    body: { currentPassword: "old one 1", newPassword: "new one 22" },
  });
  expect(dialog.getByLabelText("New password")).toHaveValue("");
});

test("shows a refusal at its field, or under the form, and keeps what was typed", async () => {
  const { server, dialog } = await openAccount({
    "/change-password": [
      400,
      {
        code: "CURRENT_PASSWORD_WRONG",
        field: "currentPassword",
        message: "The current password is wrong.",
      },
    ],
  });
  await changePassword(dialog);
  await waitFor(() =>
    expect(dialog.getByLabelText("Current password")).toHaveAccessibleDescription(
      "The current password is wrong.",
    ),
  );
  expect(dialog.getByLabelText("New password")).toHaveValue("new one 22");

  server.set("/change-password", "unreachable");
  await userEvent.click(dialog.getByRole("button", { name: "Change password" }));
  expect(await dialog.findByText("The server could not be reached. Try again.")).toBeVisible();
});

test("shows missing input at its field, not in the browser's bubble", async () => {
  const { dialog } = await openAccount({
    "/change-password": [
      400,
      {
        code: "PASSWORD_TOO_SHORT",
        field: "password",
        message: "The password needs at least 8 characters.",
      },
    ],
  });
  await userEvent.click(dialog.getByRole("button", { name: "Change password" }));
  await waitFor(() =>
    expect(dialog.getByLabelText("New password")).toHaveAccessibleDescription(
      /needs at least 8 characters/,
    ),
  );
});

async function signOutEverywhere(dialog: Dialog) {
  await userEvent.click(dialog.getByRole("button", { name: "Sign out everywhere" }));
  act(() => void vi.advanceTimersByTime(600));
  await userEvent.click(dialog.getByRole("button", { name: "Confirm Sign Out Everywhere" }));
}

test("signs out everywhere with the second click, to the home page", async () => {
  const { server, dialog, history } = await openAccount({
    "/sign-out-everywhere": [200, { success: true }],
    "/get-session": [200, null],
  });
  await signOutEverywhere(dialog);
  await waitFor(() => expect(history.location.pathname).toBe("/"));
  expect(server.calls).toContainEqual({
    path: "/sign-out-everywhere",
    body: {},
  });
});

test("reports that signing out everywhere failed", async () => {
  const { dialog, history } = await openAccount({
    "/sign-out-everywhere": "unreachable",
  });
  await signOutEverywhere(dialog);
  expect(await dialog.findByRole("alert")).toHaveTextContent(
    "The server could not be reached. Try again.",
  );
  expect(history.location.pathname).toBe("/settings");
});
