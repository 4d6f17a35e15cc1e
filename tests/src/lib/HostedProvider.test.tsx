import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HostedProvider } from "@/lib/HostedProvider";
import { useSignIn } from "@/lib/session";
import { FakeConvexClient } from "../../support/fakeConvexClient";

const clerk = {
  isLoaded: true,
  user: null as unknown,
  openSignIn: vi.fn(),
  signOut: vi.fn(() => Promise.resolve()),
  provider: vi.fn(),
};

vi.mock("@clerk/react", () => ({
  ClerkProvider: (props: { children: ReactNode }) => {
    clerk.provider(props);
    return props.children;
  },
  UserButton: () => <p>Clerk's menu</p>,
  useAuth: () => ({
    isLoaded: clerk.isLoaded,
    isSignedIn: clerk.user !== null,
    getToken: () => Promise.resolve("token"),
  }),
  useUser: () => ({ isLoaded: clerk.isLoaded, user: clerk.user }),
  useClerk: () => clerk,
}));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  Object.assign(clerk, { isLoaded: true, user: null });
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

function Who() {
  const { session, open, signOut, UserMenu, own } = useSignIn();
  return (
    <>
      <p>{session.status}</p>
      {session.status === "signedIn" && <p>{session.user.name}</p>}
      <p>{own === null ? "not our accounts" : "our accounts"}</p>
      <button onClick={open}>open</button>
      <button onClick={() => void signOut()}>leave</button>
      {UserMenu && <UserMenu />}
    </>
  );
}

const show = () =>
  render(
    <HostedProvider
      publishableKey="pk_test_x"
      client={new FakeConvexClient().asClient()}
      navigate={() => {}}
    >
      <Who />
    </HostedProvider>,
  );

test("opens Clerk's modal and shows Clerk's menu", async () => {
  show();
  expect(screen.getByText("signedOut")).toBeVisible();
  expect(screen.getByText("not our accounts")).toBeVisible();
  expect(screen.getByText("Clerk's menu")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "open" }));
  expect(clerk.openSignIn).toHaveBeenCalledOnce();
});

test("signing out returns to the home page, by the button and by Clerk's menu", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "leave" }));
  expect(clerk.signOut).toHaveBeenCalledWith({ redirectUrl: "/" });
  expect(clerk.provider).toHaveBeenCalledWith(
    expect.objectContaining({ afterSignOutUrl: "/", telemetry: false }),
  );
});

test("says who is signed in", () => {
  clerk.user = {
    id: "user_1",
    fullName: "Ana Silva",
    primaryEmailAddress: { emailAddress: "ana@example.com" },
  };
  show();
  expect(screen.getByText("signedIn")).toBeVisible();
  expect(screen.getByText("Ana Silva")).toBeVisible();
});

test("says after 15 s that Clerk could not be reached", () => {
  clerk.isLoaded = false;
  show();
  act(() => void vi.advanceTimersByTime(14_000));
  expect(screen.getByText("loading")).toBeVisible();
  act(() => void vi.advanceTimersByTime(1500));
  expect(screen.getByText("unavailable")).toBeVisible();
});
