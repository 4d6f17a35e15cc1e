import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { ConvexError } from "convex/values";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { AccessProblem, Session } from "@/session/session";
import { FakeBackend } from "../../../support/fakeBackend";
import { ANA, renderApp } from "../../../support/renderApp";

beforeEach(() => {
  window.scrollTo = () => {};
});

const problemOf = (title: string): AccessProblem => ({
  ...{ icon: null, title, text: "Try later." },
  children: <button>Try again</button>,
});

const GATED = ["/dashboard", "/calendar", "/inventory", "/jobs", "/prices", "/settings"];

// Spec 2.6, 2.17, 2.18, 2.95, 6.1, 6.4
test.each(GATED)("%s asks a signed-out visitor to sign in", async (path) => {
  const open = vi.fn();
  renderApp({ path, session: { status: "signedOut" }, signIn: { open } });
  expect(await screen.findByText("Sign in required")).toBeVisible();
  expect(screen.getByText("You need to sign in to view this page.")).toBeVisible();
  const buttons = screen.getAllByRole("button", { name: "Sign In" });
  expect(buttons).toHaveLength(2);
  for (const button of buttons) await userEvent.click(button);
  expect(open).toHaveBeenCalledTimes(2);
});

// Spec 6.9
test.each([
  ["/", "Choose a section"],
  ["/calculator", "Calculator"],
  ["/receipts", "Receipts"],
])("%s is open to signed-out visitors", async (path, heading) => {
  renderApp({ path, session: { status: "signedOut" } });
  expect(await screen.findByRole("heading", { name: heading, level: 1 })).toBeVisible();
  expect(screen.queryByText("Sign in required")).not.toBeInTheDocument();
});

// Spec 2.16
test("shows a spinner while the session is loading", async () => {
  const { setSession } = renderApp({
    path: "/settings",
    session: { status: "loading" },
  });
  expect(await screen.findByText("Loading")).toBeInTheDocument();
  expect(screen.queryByText("Sign in required")).not.toBeInTheDocument();
  expect(screen.queryByText("Appearance")).not.toBeInTheDocument();
  setSession(ANA);
  expect(await screen.findByText("Appearance")).toBeVisible();
});

// Spec 2.19, 2.95, 6.3
test("opens on sign-in without a reload and closes when the session ends", async () => {
  const { setSession } = renderApp({
    path: "/settings",
    session: { status: "signedOut" },
  });
  await screen.findByText("Sign in required");
  setSession(ANA);
  expect(await screen.findByText("Appearance")).toBeVisible();
  setSession({ status: "signedOut" });
  expect(await screen.findByText("Sign in required")).toBeVisible();
  expect(screen.queryByText("Appearance")).not.toBeInTheDocument();
});

test.each([
  ["another person", { id: "user-2" }],
  ["another office of the same person", { workspaceId: "office-2" }],
])("keeps nothing of a screen for %s", async (_, change) => {
  const { setSession } = renderApp({ path: "/settings", session: ANA });
  const heading = await screen.findByText("Appearance");
  const { user } = ANA as Extract<Session, { status: "signedIn" }>;
  setSession({ status: "signedIn", user: { ...user } });
  expect(heading).toBeInTheDocument();
  setSession({ status: "signedIn", user: { ...user, ...change } });
  expect(heading).not.toBeInTheDocument();
  expect(await screen.findByText("Appearance")).toBeVisible();
});

test("reports that the sign-in provider is unreachable", async () => {
  const problem = problemOf("Sign-in is not available");
  renderApp({ path: "/jobs", session: { status: "unavailable", problem } });
  expect(await screen.findByText("Sign-in is not available")).toBeVisible();
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("waits while the backend is pending and shows the problem", async () => {
  const pending = (problem: AccessProblem | null) =>
    ({ ...ANA, backendPending: { problem } }) as Session;
  const { setSession } = renderApp({
    path: "/settings",
    session: pending(null),
  });
  expect(await screen.findByText("Loading")).toBeInTheDocument();
  setSession(pending(problemOf("No template.")));
  expect(await screen.findByText("No template.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  expect(screen.queryByText("Sign in required")).not.toBeInTheDocument();
  setSession(ANA);
  expect(await screen.findByText("Appearance")).toBeVisible();
});

test("a session that ended by itself has another text than a visit without a session", async () => {
  renderApp({
    path: "/jobs",
    session: { status: "signedOut", ended: { title: "Ended", text: "Again." } },
  });
  expect(await screen.findByText("Ended")).toBeVisible();
  expect(screen.queryByText("Sign in required")).not.toBeInTheDocument();
});

test("asks to sign in when a query fails with NOT_SIGNED_IN", async () => {
  for (const method of ["error", "warn"] as const)
    vi.spyOn(console, method).mockImplementation(() => {});
  const client = new FakeBackend();
  const refusal = new ConvexError({
    code: "NOT_SIGNED_IN",
    message: "Sign in first.",
  });
  client.answer(api.jobs.getScheduledForDay, () => refusal);
  const { setSession } = renderApp({ path: "/dashboard", client });
  expect(await screen.findByText("Sign in required")).toBeVisible();
  expect(screen.queryByText("Something went wrong!")).not.toBeInTheDocument();
  client.answer(api.jobs.getScheduledForDay, () => []);
  setSession({ ...ANA });
  expect(await screen.findByText("No jobs scheduled for this day.")).toBeVisible();
});

// Spec 8.11
test("asks to sign in when the backend rejects every token", async () => {
  const client = new FakeBackend();
  client.setAuth = (_fetchToken, onChange) => onChange(false);
  client.answer(api.jobs.getScheduledForDay, () => []);
  renderApp({ path: "/dashboard", client });
  expect(await screen.findByText("Sign in required")).toBeVisible();
  expect(screen.queryByText(/No jobs/)).not.toBeInTheDocument();
});
