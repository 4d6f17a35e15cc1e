import { ClerkAPIResponseError } from "@clerk/react/errors";
import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HostedProvider } from "@/session/HostedProvider";
import { beginPendingWork } from "@/lib/pendingWork";
import { useSignIn } from "@/session/session";
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
  getEntryChunks: vi.fn(() => Promise.resolve()),
  /** Tells the listeners of Clerk's status. */
  setStatus: (_status: string) => {},
  on: (_event: "status", listener: (status: string) => void) => {
    clerk.setStatus = listener;
  },
  off: () => {},
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

const HERE = {
  current: "https://one.example",
  convexUrl: "https://one.example",
  cells: ["https://two.example"],
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
  localStorage.clear();
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
          {session.hasEnded && <p>ended</p>}
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

const page = (client: FakeBackend) => (
  <HostedProvider
    publishableKey="pk_test_x"
    client={client.asClient()}
    deployments={HERE}
    navigate={() => {}}
  >
    <Who />
  </HostedProvider>
);

function show(client = new FakeBackend()) {
  const view = render(page(client));
  return { ...view, showAgain: () => view.rerender(page(client)) };
}

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

test("empties the person's storage when they are signed out, not for a visitor", () => {
  sessionStorage.setItem("downspout.jobList", "search");
  const visitor = show();
  expect(sessionStorage).toHaveLength(1);
  visitor.unmount();
  clerk.user = ANA;
  const client = new FakeBackend();
  const view = show(client);
  clerk.user = null;
  view.rerender(page(client));
  expect(screen.getByText("signedOut")).toBeVisible();
  expect(sessionStorage).toHaveLength(0);
});

test("a page with unsaved text stays when the session ends elsewhere, until the text is gone", async () => {
  clerk.user = ANA;
  const client = new FakeBackend();
  const setAuth = vi.spyOn(client, "setAuth");
  const clearAuth = vi.spyOn(client, "clearAuth");
  const { showAgain } = show(client);
  const endText = beginPendingWork("stored");
  Object.assign(clerk, { user: null });
  clerk.getToken.mockResolvedValue(null);
  showAgain();
  expect(screen.getByText("Ana Silva")).toBeVisible();
  expect(screen.getByText("ended")).toBeVisible();
  const [fetchToken] = setAuth.mock.calls[0]!;
  const token = fetchToken({ forceRefreshToken: true });
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(clearAuth).not.toHaveBeenCalled();

  // The same person signs in again.
  clerk.user = ANA;
  clerk.getToken.mockResolvedValue("another token");
  showAgain();
  expect(screen.queryByText("ended")).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(await token).toBe("another token");

  clerk.user = null;
  showAgain();
  expect(screen.getByText("ended")).toBeVisible();
  act(endText);
  expect(screen.getByText("signedOut")).toBeVisible();
});

test("a sign-out in another tab does not leave a page with unsaved text", async () => {
  clerk.user = ANA;
  const { showAgain } = show();
  const endText = beginPendingWork("stored");
  clerk.setActive.mockImplementationOnce(() => {
    clerk.user = null;
    return Promise.resolve();
  });
  const signedOut = { key: "downspout-sign-out", newValue: "yes" };
  act(() => void window.dispatchEvent(new StorageEvent("storage", signedOut)));
  expect(clerk.setActive).toHaveBeenCalledWith({ session: null });
  showAgain();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(screen.getByText("ended")).toBeVisible();
  expect(clerk.signOut).not.toHaveBeenCalled();
  act(endText);
  expect(screen.getByText("signedOut")).toBeVisible();
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

test("Clerk that could not be reached is loaded again", () => {
  clerk.isLoaded = false;
  const { showAgain } = show();
  clerk.setStatus("error");
  expect(clerk.getEntryChunks).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(2000));
  expect(clerk.getEntryChunks).toHaveBeenCalledOnce();
  Object.assign(clerk, { isLoaded: true, user: ANA });
  showAgain();
  expect(screen.getByText("Ana Silva")).toBeVisible();
});

describe("browsers on which a person was signed in", () => {
  const PERSON = {
    id: "user_1",
    name: "Ana Silva",
    email: "ana@example.com",
    workspaceId: "org_1",
  };
  const remembered = () => localStorage.getItem("downspout-person");
  beforeEach(() => {
    localStorage.setItem("downspout-person", JSON.stringify(PERSON));
    clerk.isLoaded = false;
  });

  test("shows the person while Clerk cannot be reached", () => {
    const client = new FakeBackend();
    client.setAuth = () => {};
    show(client);
    expect(screen.getByText("Ana Silva")).toBeVisible();
    expect(screen.getByText("ready")).toBeVisible();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.getByText("ready")).toBeVisible();
    expect(screen.queryByText("Clerk's menu")).not.toBeInTheDocument();
  });

  test("keeps the name when Clerk knows only the id", () => {
    Object.assign(clerk, {
      isLoaded: true,
      user: { ...ANA, fullName: null, primaryEmailAddress: null },
    });
    show();
    expect(screen.getByText("Ana Silva")).toBeVisible();
  });

  test("a browser on which a person was signed in forgets the person when Clerk says that nobody is signed in", () => {
    const { showAgain } = show();
    clerk.isLoaded = true;
    showAgain();
    expect(screen.getByText("signedOut")).toBeVisible();
    expect(remembered()).toBeNull();
  });

  test("remembers the organization that Clerk says", () => {
    Object.assign(clerk, { isLoaded: true, user: ANA, orgId: "org_2" });
    show();
    expect(JSON.parse(remembered() ?? "")).toEqual({
      ...PERSON,
      workspaceId: "org_2",
    });
  });

  test("signs out without signal, and ends Clerk's session at the next contact", async () => {
    const client = new FakeBackend();
    client.setAuth = () => {};
    const { showAgain } = show(client);
    await userEvent.click(screen.getByRole("button", { name: "leave" }));
    expect(screen.getByText("signedOut")).toBeVisible();
    expect(remembered()).toBeNull();
    expect(clerk.signOut).not.toHaveBeenCalled();
    clerk.signOut.mockRejectedValueOnce(new Error("No connection."));
    Object.assign(clerk, { isLoaded: true, user: ANA });
    showAgain();
    expect(screen.getByText("signedOut")).toBeVisible();
    expect(clerk.signOut).toHaveBeenCalledOnce();
    clerk.signOut.mockImplementationOnce(() => {
      clerk.user = null;
      return Promise.resolve();
    });
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect(clerk.signOut).toHaveBeenCalledTimes(2);
    expect(screen.getByText("signedOut")).toBeVisible();
    expect(localStorage).toHaveLength(0);
  });
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
    new ClerkAPIResponseError("", {
      data: [
        {
          code: "resource_not_found",
          message: "No JWT template exists with name: convex",
        },
      ],
      status: 404,
    }),
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
