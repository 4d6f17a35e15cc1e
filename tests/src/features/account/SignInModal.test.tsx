import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAccountsClient } from "@/session/accountsClient";
import { DeviceStore } from "@/offline/device/deviceStore";
import { listStores, rememberStore } from "@/offline/device/devices";
import { fakeAccountsServer, tokenAnswer } from "../../../support/fakeAccountsServer";
import { emptyDevice, OWNER } from "../../../support/deviceStores";
import { renderApp } from "../../../support/renderApp";
import { aUser, fill } from "../../../support/user";

beforeEach(() => {
  localStorage.clear();
  window.scrollTo = () => {};
});
afterEach(() => {
  window.history.replaceState(null, "", "/");
  vi.unstubAllGlobals();
});

const CLOSED = {
  policy: "closed",
  code: "SIGN_UP_BY_INVITATION",
  message: "Sign-up is by invitation. Ask a teammate for a link.",
};

async function openModal(policy: object, answers: Parameters<typeof fakeAccountsServer>[0] = {}) {
  const server = fakeAccountsServer({
    "/get-session": [200, null],
    "/token": tokenAnswer("Ana"),
    "/sign-up/policy": [200, policy],
    "/sign-up/email": [200, {}],
    "/sign-in/email": [200, {}],
    ...answers,
  });
  const close = vi.fn();
  renderApp({
    path: "/",
    session: { status: "signedOut" },
    signIn: {
      local: {
        accounts: createAccountsClient(),
        isOpen: true,
        isInvitationOpen: false,
        close,
      },
    },
  });
  const dialog = await screen.findByRole("dialog");
  return { server, close, dialog: within(dialog) };
}

/** The form is shown once the server has said who may sign up. */
const type = async (label: string, text: string) =>
  await fill(aUser(), await screen.findByLabelText(label), text);

test("a removed person sees once what this device could not send, to copy it", async () => {
  emptyDevice();
  const owner = { ...OWNER, email: "ana@example.com" };
  await rememberStore(owner);
  await rememberStore({ ...OWNER, userId: "user-2", email: "bo@example.com" });
  const store = new DeviceStore(owner);
  await store.write(["outbox", "typed", "drafts"], async (tx) => {
    await tx.objectStore("outbox").put({
      ...{ id: "intent", order: 1, at: 1, attempts: 0, release: "1" },
      ...{ call: "jobs:update", field: "jobs_price", label: "Price" },
      subject: { key: "j1", label: "612 Oak Street" },
      args: { id: "j1", jobs_price: 450 },
      state: { kind: "waiting" },
    });
    await tx.objectStore("typed").put({
      ...{ key: "j1/job_notes", subject: "j1", field: "job_notes" },
      ...{ label: "612 Oak Street", value: "Gate 4412", base: "" },
      ...{ at: 1, tab: "another" },
    });
    await tx.objectStore("drafts").put({
      id: "draft",
      values: { job_address: "8 Elm Street", job_city: "" },
      at: 1,
    });
  });
  store.close();
  const { dialog } = await openModal(CLOSED, {
    "/sign-in/email": [403, { code: "ACCOUNT_REMOVED", message: "This account was removed." }],
  });
  await type("E-mail", "Ana@Example.com");
  await type("Password", "clean gutters");
  await userEvent.click(dialog.getByRole("button", { name: "Sign in" }));
  const unsent = await screen.findByRole("dialog", {
    name: "Not sent before you were removed",
  });
  expect(within(unsent).getByLabelText("Your text")).toHaveValue(
    [
      ...["612 Oak Street", "Price: $450.00", ""],
      ...["612 Oak Street", "Notes: Gate 4412", ""],
      ...["New job", "Address: 8 Elm Street"],
    ].join("\n"),
  );
  const remove = within(unsent).getByRole("button", { name: /^Delete from/ });
  await userEvent.click(remove);
  await waitFor(() => expect(remove).not.toHaveAttribute("aria-disabled"));
  await userEvent.click(remove);
  await waitFor(() => expect(unsent).not.toBeInTheDocument());
  expect((await listStores()).map(({ userId }) => userId)).toEqual(["user-2"]);
});

test("a new server asks for its first account", async () => {
  const { server, close, dialog } = await openModal({ policy: "first" });
  expect(await dialog.findByRole("heading", { name: "Create the first account" })).toBeVisible();
  expect(dialog.queryByText("I have an account")).not.toBeInTheDocument();
  await type("Name", "Ana Silva");
  await type("E-mail", "ana@example.com");
  await type("Password", "long enough");
  await userEvent.click(dialog.getByRole("button", { name: "Create account" }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(server.calls).toContainEqual({
    path: "/sign-up/email",
    body: {
      name: "Ana Silva",
      email: "ana@example.com",
      password: "long enough",
    },
  });
});

test("a server with accounts offers sign-in and explains invitations", async () => {
  const { server, close, dialog } = await openModal(CLOSED);
  expect(await dialog.findByText(/Ask a teammate for a link\./)).toBeVisible();
  expect(dialog.queryByLabelText("Name")).not.toBeInTheDocument();
  await type("E-mail", "ana@example.com");
  await type("Password", "long enough");
  await userEvent.click(dialog.getByRole("button", { name: "Sign in" }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(server.calls).toContainEqual({
    path: "/sign-in/email",
    body: { email: "ana@example.com", password: "long enough" },
  });
});

test("an invitation creates an account in the inviter's workspace", async () => {
  window.history.replaceState(null, "", "/?invite=12e3");
  const { server, close, dialog } = await openModal({
    policy: "invited",
    invitedBy: "Ana",
  });
  expect(await dialog.findByRole("heading", { name: "Join Ana" })).toBeVisible();
  await type("Name", "Bo");
  await type("E-mail", "bo@example.com");
  await type("Password", "long enough");
  await userEvent.click(dialog.getByRole("button", { name: "Create account" }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(server.calls).toContainEqual({
    path: "/sign-up/policy?invite=12e3",
    body: undefined,
  });
  expect(server.calls.find((call) => call.path === "/sign-up/email")?.body).toMatchObject({
    name: "Bo",
    inviteCode: "12e3",
  });
});

test("an invitation that cannot be used says why, without asking for a password", async () => {
  window.history.replaceState(null, "", "/?invite=old");
  const { dialog } = await openModal({
    policy: "closed",
    code: "INVITATION_USED",
    message: "This invitation was used already.",
  });
  expect(await dialog.findByText("This invitation was used already.")).toBeVisible();
  expect(dialog.queryByLabelText("Password")).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole("button", { name: "Sign in" }));
  expect(dialog.getByLabelText("Password")).toBeVisible();
  expect(dialog.queryByText(/was used already/)).not.toBeInTheDocument();
});

test("a removed person signs in with the invitation", async () => {
  window.history.replaceState(null, "", "/?invite=abc");
  const message = "This account is no longer in a workspace.";
  const { server, close, dialog } = await openModal(
    { policy: "invited", invitedBy: "Ana" },
    {
      "/sign-in/email": [
        [403, { code: "ACCOUNT_REMOVED", message }],
        [200, {}],
      ],
    },
  );
  await userEvent.click(await dialog.findByRole("button", { name: "I have an account" }));
  await type("E-mail", "bo@example.com");
  await type("Password", "long enough");
  const button = dialog.getByRole("button", { name: "Sign in" });
  await userEvent.click(button);
  expect(await dialog.findByRole("alert")).toHaveTextContent(message);
  await userEvent.click(button);
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(server.calls).toContainEqual({
    path: "/sign-in/email",
    body: {
      email: "bo@example.com",
      password: "long enough",
      inviteCode: "abc",
    },
  });
});

test("an open server offers sign-in and sign-up", async () => {
  const { dialog } = await openModal({ policy: "open" });
  await userEvent.click(await dialog.findByRole("button", { name: "Create an account" }));
  expect(dialog.getByLabelText("Name")).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "I have an account" }));
  expect(dialog.queryByLabelText("Name")).not.toBeInTheDocument();
});

test("shows a server error at its field, or under the form", async () => {
  const { close, dialog } = await openModal(
    { policy: "first" },
    {
      "/sign-up/email": [
        [409, { code: "EMAIL_TAKEN", field: "email", message: "Taken." }],
        [429, { code: "TOO_MANY_ATTEMPTS", message: "Wait a minute." }],
      ],
    },
  );
  await dialog.findByLabelText("Name");
  await type("Name", "Ana");
  await type("E-mail", "ana@example.com");
  await type("Password", "long enough");
  const create = dialog.getByRole("button", { name: "Create account" });
  await userEvent.click(create);
  expect(await dialog.findByText("Taken.")).toBeVisible();
  expect(dialog.getByLabelText("E-mail")).toHaveAccessibleDescription("Taken.");
  expect(dialog.getByLabelText("E-mail")).toHaveFocus();
  await userEvent.click(create);
  expect(await dialog.findByText("Wait a minute.")).toBeVisible();
  expect(dialog.queryByText("Taken.")).not.toBeInTheDocument();
  expect(dialog.getByLabelText("Password")).toHaveValue("long enough");
  expect(close).not.toHaveBeenCalled();
});

test("offers a retry when the server is unreachable", async () => {
  const { server, dialog } = await openModal({}, { "/sign-up/policy": "unreachable" });
  expect(await dialog.findByText("The server could not be reached.")).toBeVisible();
  server.set("/sign-up/policy", [200, CLOSED]);
  await userEvent.click(dialog.getByRole("button", { name: "Try again" }));
  expect(await dialog.findByLabelText("E-mail")).toBeVisible();
});
