import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAccountsClient } from "@/session/accountsClient";
import { fakeAccountsServer, tokenAnswer } from "../../../../support/fakeAccountsServer";
import { renderApp } from "../../../../support/renderApp";

/** The signed-in user of `renderApp`. */
const ANA = { id: "user-1", name: "Ana Silva", email: "ana@example.com" };
const BO = { id: "user-2", name: "Bo Lind", email: "bo@example.com" };
const CY = { id: "user-3", name: "Cy Katz", email: "cy@example.com" };
const INVITATION = {
  id: "invitation-1",
  invitedBy: "Bo Lind",
  expiresAt: new Date(2026, 10, 29, 14, 5).getTime(),
};

const TEAM = {
  founderId: ANA.id,
  people: [ANA, BO, CY],
  invitations: [INVITATION],
  history: [
    {
      at: new Date(2026, 10, 20, 9, 41).getTime(),
      kind: "removed",
      byName: "Ana Silva",
      personName: "Dee Moss",
    },
  ],
};
const WITHOUT_BO = { ...TEAM, people: [ANA, CY], invitations: [] };

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.setItem("downspout-signed-in", "yes");
  window.scrollTo = () => {};
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openTeam(answers: Parameters<typeof fakeAccountsServer>[0] = {}) {
  const server = fakeAccountsServer({
    "/token": tokenAnswer("Ana"),
    "/team": [200, TEAM],
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
  await userEvent.click(await screen.findByRole("button", { name: "Team" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Team" }));
  return { server, dialog, ...app };
}

type Dialog = Awaited<ReturnType<typeof openTeam>>["dialog"];

/** Presses a button that asks for a second click. */
async function confirm(dialog: Dialog, first: string, second: string) {
  await userEvent.click(dialog.getByRole("button", { name: first }));
  act(() => void vi.advanceTimersByTime(600));
  await userEvent.click(dialog.getByRole("button", { name: second }));
}

test("lists the people with their roles, and the open invitations", async () => {
  const { dialog } = await openTeam();
  expect(await dialog.findByText("People (3)")).toBeVisible();
  const rows = dialog.getAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual([
    "Ana SilvaYouFounderana@example.com",
    "Bo LindMemberbo@example.comRemove Bo Lind",
    "Cy KatzMembercy@example.comRemove Cy Katz",
    expect.stringMatching(/^Made by Bo LindEnds Sun, Nov 29, 2:05.PMWithdraw/),
    "Ana Silva removed Dee Moss. Nov 20, 26, 9:41 AM",
  ]);
});

test("removes a person with the second click", async () => {
  const { server, dialog } = await openTeam({
    "/team": [
      [200, TEAM],
      [200, WITHOUT_BO],
    ],
    "/team/remove": [200, {}],
  });
  await dialog.findByText("People (3)");
  await userEvent.click(dialog.getByRole("button", { name: "Remove Bo Lind" }));
  expect(server.calls.map(({ path }) => path)).not.toContain("/team/remove");
  act(() => void vi.advanceTimersByTime(600));
  await userEvent.click(dialog.getByRole("button", { name: "Confirm Remove Bo Lind" }));
  expect(await dialog.findByText("People (2)")).toBeVisible();
  expect(dialog.queryByText("Bo Lind")).toBeNull();
  expect(server.calls).toContainEqual({
    path: "/team/remove",
    body: { personId: BO.id },
  });
  expect(dialog.getByText("No invitation is open.")).toBeVisible();
});

test("shows why a removal was refused, and the present team", async () => {
  const message = "This person is no longer in your workspace.";
  const { dialog } = await openTeam({
    "/team": [
      [200, TEAM],
      [200, WITHOUT_BO],
    ],
    "/team/remove": [404, { code: "PERSON_NOT_FOUND", message }],
  });
  await dialog.findByText("People (3)");
  await confirm(dialog, "Remove Bo Lind", "Confirm Remove Bo Lind");
  expect(await dialog.findByRole("alert")).toHaveTextContent(message);
  expect(await dialog.findByText("People (2)")).toBeVisible();
  expect(dialog.queryByText("Bo Lind")).toBeNull();
});

test("withdraws an invitation", async () => {
  const { server, dialog } = await openTeam({
    "/invitations/withdraw": [200, {}],
  });
  await userEvent.click(await dialog.findByRole("button", { name: /^Withdraw/ }));
  await waitFor(() =>
    expect(server.calls).toContainEqual({
      path: "/invitations/withdraw",
      body: { invitationId: INVITATION.id },
    }),
  );
});

test("a new invitation is in the list after its link was shown", async () => {
  const { dialog } = await openTeam({
    "/team": [
      [200, WITHOUT_BO],
      [200, TEAM],
    ],
    "/invitations": [200, { path: "/?invite=abc", expiresAt: 1 }],
  });
  await dialog.findByText("No invitation is open.");
  await userEvent.click(dialog.getByRole("button", { name: "Invite a teammate" }));
  const invite = within(await screen.findByRole("dialog", { name: "Invite a teammate" }));
  expect(await invite.findByLabelText("Invitation link")).toHaveValue(
    `${window.location.origin}/?invite=abc`,
  );
  await userEvent.click(invite.getByRole("button", { name: "Done" }));
  expect(await dialog.findByText("Made by Bo Lind")).toBeVisible();
});

test("the founder hands over the role to the chosen person", async () => {
  const { server, dialog } = await openTeam({ "/team/hand-over": [200, {}] });
  await userEvent.selectOptions(await dialog.findByLabelText("New founder"), "Cy Katz");
  expect(dialog.queryByRole("button", { name: "Leave this workspace" })).not.toBeInTheDocument();
  await confirm(dialog, "Hand over", "Confirm Hand Over");
  await waitFor(() =>
    expect(server.calls).toContainEqual({
      path: "/team/hand-over",
      body: { personId: CY.id },
    }),
  );
});

test("a founder who is alone reads why there is no way to leave", async () => {
  const { dialog } = await openTeam({
    "/team": [200, { ...TEAM, people: [ANA], invitations: [] }],
  });
  expect(await dialog.findByText(/nobody could open its data again/)).toBeVisible();
  expect(dialog.queryByLabelText("New founder")).not.toBeInTheDocument();
});

test("a member leaves with the second click, to the home page", async () => {
  const { server, dialog, history } = await openTeam({
    "/team": [200, { ...TEAM, founderId: BO.id, people: [BO, ANA] }],
    "/team/leave": [200, {}],
    "/get-session": [200, null],
  });
  await dialog.findByText("Founder");
  expect(dialog.queryByRole("button", { name: /^Remove/ })).not.toBeInTheDocument();
  await confirm(dialog, "Leave this workspace", "Confirm Leave");
  await waitFor(() => expect(history.location.pathname).toBe("/"));
  expect(server.calls).toContainEqual({ path: "/team/leave", body: {} });
});

test("offers a retry when the server is unreachable", async () => {
  const { server, dialog } = await openTeam({ "/team": "unreachable" });
  expect(await dialog.findByRole("alert")).toHaveTextContent("The server could not be reached.");
  server.set("/team", [200, TEAM]);
  await userEvent.click(dialog.getByRole("button", { name: "Try again" }));
  expect(await dialog.findByText("People (3)")).toBeVisible();
});

test("shows who changed the team, and when", async () => {
  const { dialog } = await openTeam();
  expect((await dialog.findByText(/Ana Silva removed Dee Moss/)).textContent).toBe(
    "Ana Silva removed Dee Moss. Nov 20, 26, 9:41 AM",
  );
  expect(dialog.queryByRole("button", { name: "Show older" })).toBeNull();
});
