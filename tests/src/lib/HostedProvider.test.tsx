import { ClerkAPIResponseError } from "@clerk/react/errors";
import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HostedProvider } from "@/lib/HostedProvider";
import { useSignIn } from "@/lib/session";
import { FakeBackend } from "../../support/fakeBackend";

const clerk = {
  isLoaded: true,
  user: null as unknown,
  orgId: null as string | null,
  openSignIn: vi.fn(),
  signOut: vi.fn(() => Promise.resolve()),
  openOrganizationProfile: vi.fn(),
  setActive: vi.fn(() => Promise.resolve()),
  getToken: vi.fn(() => Promise.resolve<string | null>("token")),
  provider: vi.fn(),
};

const ANA = {
  id: "user_1",
  fullName: "Ana Silva",
  primaryEmailAddress: { emailAddress: "ana@example.com" },
  organizationMemberships: [
    { organization: { id: "org_1", name: "Reyes Gutters" } },
    { organization: { id: "org_2", name: "Bell Exteriors" } },
  ],
};

vi.mock("@clerk/react", () => ({
  ClerkProvider: (props: { children: ReactNode }) => {
    clerk.provider(props);
    return props.children;
  },
  UserButton: Object.assign(
    ({ children }: { children: ReactNode }) => (
      <>
        <p>Clerk's menu</p>
        {children}
      </>
    ),
    {
      MenuItems: ({ children }: { children: ReactNode }) => children,
      Action: ({ label, onClick }: { label: string; onClick: () => void }) => (
        <button onClick={onClick}>{label}</button>
      ),
    },
  ),
  useAuth: () => ({
    isLoaded: clerk.isLoaded,
    isSignedIn: clerk.user !== null,
    orgId: clerk.orgId,
    getToken: clerk.getToken,
  }),
  useUser: () => ({ isLoaded: clerk.isLoaded, user: clerk.user }),
  useClerk: () => clerk,
}));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  Object.assign(clerk, { isLoaded: true, user: null, orgId: null });
  clerk.getToken.mockResolvedValue("token");
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

function Who() {
  const { session, open, signOut, UserMenu, local } = useSignIn();
  return (
    <>
      <p>{session.status}</p>
      {session.status === "signedIn" && (
        <>
          <p>{session.user.name}</p>
          <p>
            {session.backendPending
              ? (session.backendPending.reason ?? "pending")
              : "ready"}
          </p>
        </>
      )}
      <p>{local === null ? "not our accounts" : "our accounts"}</p>
      <button onClick={open}>open</button>
      <button onClick={() => void signOut()}>leave</button>
      {UserMenu && <UserMenu onHistory={() => {}} />}
    </>
  );
}

const show = (client = new FakeBackend()) =>
  render(
    <HostedProvider
      publishableKey="pk_test_x"
      client={client.asClient()}
      navigate={() => {}}
    >
      <Who />
    </HostedProvider>,
  );

// Spec 1.2, 2.4, 2.6, 6.2
test("opens Clerk's modal and shows Clerk's menu", async () => {
  show();
  expect(screen.getByText("signedOut")).toBeVisible();
  expect(screen.getByText("not our accounts")).toBeVisible();
  expect(screen.getByText("Clerk's menu")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "open" }));
  expect(clerk.openSignIn).toHaveBeenCalledOnce();
});

// Spec 2.5
test("signing out returns to the home page, by the button and by Clerk's menu", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "leave" }));
  expect(clerk.signOut).toHaveBeenCalledWith({ redirectUrl: "/" });
  expect(clerk.provider).toHaveBeenCalledWith(
    expect.objectContaining({ afterSignOutUrl: "/", telemetry: false }),
  );
});

test("shows the signed-in user", () => {
  clerk.user = ANA;
  show();
  expect(screen.getByText("signedIn")).toBeVisible();
  expect(screen.getByText("Ana Silva")).toBeVisible();
});

// Spec 9.31
test("reports after 15 s that Clerk is unreachable", () => {
  clerk.isLoaded = false;
  show();
  act(() => void vi.advanceTimersByTime(14_000));
  expect(screen.getByText("loading")).toBeVisible();
  act(() => void vi.advanceTimersByTime(1500));
  expect(screen.getByText("unavailable")).toBeVisible();
});

test("the menu lists the user's other organizations", async () => {
  Object.assign(clerk, { user: ANA, orgId: "org_1" });
  show();
  expect(
    screen.queryByRole("button", { name: "Switch to Reyes Gutters" }),
  ).not.toBeInTheDocument();
  await userEvent.click(
    screen.getByRole("button", { name: "Switch to Bell Exteriors" }),
  );
  expect(clerk.setActive).toHaveBeenCalledWith({ organization: "org_2" });
});

test("the menu opens the organization, if the user works in one", async () => {
  Object.assign(clerk, { user: ANA, orgId: "org_1" });
  const { unmount } = show();
  await userEvent.click(screen.getByRole("button", { name: "Team" }));
  expect(clerk.openOrganizationProfile).toHaveBeenCalledOnce();
  unmount();
  clerk.orgId = null;
  show();
  expect(screen.queryByRole("button", { name: "Team" })).toBeNull();
});

test("requests the token of the template named convex", async () => {
  clerk.user = ANA;
  const client = new FakeBackend();
  const setAuth = vi.spyOn(client, "setAuth");
  show(client);
  const [fetchToken] = setAuth.mock.calls[0]!;
  expect(await fetchToken({ forceRefreshToken: true })).toBe("token");
  expect(clerk.getToken).toHaveBeenCalledWith({
    template: "convex",
    skipCache: true,
  });
});

test("reports a missing template until it exists", async () => {
  clerk.user = ANA;
  const client = new FakeBackend();
  const setAuth = vi.spyOn(client, "setAuth");
  show(client);
  const [fetchToken, onChange] = setAuth.mock.calls[0]!;
  clerk.getToken.mockRejectedValue(
    new ClerkAPIResponseError("", { data: [], status: 404 }),
  );
  await act(async () => {
    expect(await fetchToken({ forceRefreshToken: true })).toBeNull();
    onChange(false);
  });
  expect(screen.getByText(/no JWT template named "convex"/)).toBeVisible();
  clerk.getToken.mockResolvedValue("token");
  await act(async () => {
    await fetchToken({ forceRefreshToken: true });
    onChange(true);
  });
  expect(screen.getByText("ready")).toBeVisible();
});

test("reports after 15 s that the backend rejects the token", () => {
  clerk.user = ANA;
  const client = new FakeBackend();
  const setAuth = vi.spyOn(client, "setAuth");
  show(client);
  act(() => setAuth.mock.calls[0]![1](false));
  expect(screen.getByText("pending")).toBeVisible();
  act(() => void vi.advanceTimersByTime(15_500));
  expect(screen.getByText(/CLERK_JWT_ISSUER_DOMAIN/)).toBeVisible();
});
