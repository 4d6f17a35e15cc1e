import { ClerkAPIResponseError } from "@clerk/react/errors";
import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HostedProvider } from "@/session/HostedProvider";
import { beginPendingWork } from "@/lib/pendingWork";
import { useSignIn, type AccessProblem } from "@/session/session";
import { FakeBackend } from "../../support/fakeBackend";
import { tokenWith } from "../../support/tokens";

const clerk = {
  isLoaded: true,
  user: null as unknown,
  orgId: null as string | null,
  openSignIn: vi.fn(),
  signOut: vi.fn(() => Promise.resolve()),
  openOrganizationProfile: vi.fn(),
  setActive: vi.fn((_to: object) => Promise.resolve()),
  session: {
    currentTask: undefined as { readonly key: string } | undefined,
    lastActiveOrganizationId: null as string | null,
    touch: vi.fn(() => Promise.resolve()),
  },
  handleUnauthenticated: vi.fn(() => Promise.resolve()),
  getToken: vi.fn(() => Promise.resolve<string | null>(null)),
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
    { role: "member", organization: { id: "org_1", name: "Reyes Gutters" } },
    { role: "member", organization: { id: "org_2", name: "Bell Exteriors" } },
  ],
};

const tokenOf = (org_id: string | null) => tokenWith({ sub: ANA.id, org_id, exp: 2_000_000_000 });
const TOKEN = tokenOf(null);

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
  useSession: () => ({ session: clerk.session }),
  useClerk: () => clerk,
}));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  Object.assign(clerk, { isLoaded: true, user: null, orgId: null });
  clerk.session.currentTask = undefined;
  clerk.getToken.mockResolvedValue(TOKEN);
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

function Who() {
  const { session, open, signOut, UserMenu, local } = useSignIn();
  const ended = session.status === "signedOut" && session.ended;
  return (
    <>
      <p>{session.status}</p>
      {ended && <p>ended by itself</p>}
      {session.status === "unavailable" && <p>{session.problem.title}</p>}
      {session.status === "signedIn" && (
        <>
          <p>{session.user.name}</p>
          {session.hasEnded && <p>ended</p>}
          <p>{session.user.officeName ?? "one office"}</p>
          {session.backendPending ? (
            <Pending problem={session.backendPending.problem} />
          ) : (
            <p>ready</p>
          )}
        </>
      )}
      <p>{local === null ? "not our accounts" : "our accounts"}</p>
      <button onClick={open}>open</button>
      <button onClick={() => void signOut()}>leave</button>
      {UserMenu && <UserMenu onHistory={() => {}} />}
    </>
  );
}

function Pending({ problem }: { problem: AccessProblem | null }) {
  return problem === null ? (
    <p>pending</p>
  ) : (
    <>
      <p>{problem.title}</p>
      <p>{problem.text}</p>
      {problem.children}
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
  // A membership has a role, which Clerk no longer tells of a session that has ended.
  Object.assign(clerk, { user: ANA, orgId: "org_1" });
  const client = new FakeBackend();
  const setAuth = vi.spyOn(client, "setAuth");
  const clearAuth = vi.spyOn(client, "clearAuth");
  const { showAgain } = show(client);
  const endText = beginPendingWork("stored");
  Object.assign(clerk, { user: null, orgId: null });
  clerk.getToken.mockResolvedValue(null);
  showAgain();
  expect(screen.getByText("Ana Silva")).toBeVisible();
  expect(screen.getByText("ended")).toBeVisible();
  const [fetchToken] = setAuth.mock.calls[0]!;
  const token = fetchToken({ forceRefreshToken: true });
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(clearAuth).not.toHaveBeenCalled();

  // The same person signs in again.
  Object.assign(clerk, { user: ANA, orgId: "org_1" });
  clerk.getToken.mockResolvedValue(tokenOf("org_1"));
  showAgain();
  expect(screen.queryByText("ended")).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(await token).toBe(tokenOf("org_1"));

  clerk.user = null;
  showAgain();
  expect(screen.getByText("ended")).toBeVisible();
  await act(() => Promise.resolve(endText()));
  expect(screen.getByText("signedOut")).toBeVisible();
});

test("a sign-out in another tab does not close a page with unsaved text", async () => {
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
  await act(() => Promise.resolve(endText()));
  expect(screen.getByText("signedOut")).toBeVisible();
});

test("shows the signed-in user", () => {
  clerk.user = ANA;
  show();
  expect(screen.getByText("signedIn")).toBeVisible();
  expect(screen.getByText("Ana Silva")).toBeVisible();
});

// Spec 9.31
test("reports after 15 s that Clerk is slow or, if its script failed, unreachable", () => {
  clerk.isLoaded = false;
  show();
  act(() => void vi.advanceTimersByTime(14_000));
  expect(screen.getByText("loading")).toBeVisible();
  act(() => void vi.advanceTimersByTime(1500));
  expect(screen.getByText("unavailable")).toBeVisible();
  expect(screen.getByText("Sign-in is slow")).toBeVisible();
  const script = document.createElement("script");
  document.body.append(script);
  act(() => void script.dispatchEvent(new Event("error")));
  expect(screen.getByText("Sign-in is slow")).toBeVisible();
  script.dataset["clerkPublishableKey"] = "pk_test_x";
  act(() => void script.dispatchEvent(new Event("error")));
  script.remove();
  expect(screen.getByText("Sign-in is not available")).toBeVisible();
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

  test("remembers the organization that Clerk names", () => {
    Object.assign(clerk, { isLoaded: true, user: ANA, orgId: "org_2" });
    show();
    expect(JSON.parse(remembered() ?? "")).toEqual({
      ...PERSON,
      workspaceId: "org_2",
      officeName: "Bell Exteriors",
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
      showAgain();
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
  expect(screen.queryByRole("button", { name: "Switch to Reyes Gutters" })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Switch to Bell Exteriors" }));
  expect(clerk.setActive).toHaveBeenCalledWith({ organization: "org_2" });
});

describe("a person of two offices", () => {
  beforeEach(() => {
    Object.assign(clerk, { user: ANA, orgId: "org_1" });
    clerk.getToken.mockResolvedValue(tokenOf("org_1"));
  });

  test("a person of two offices sees the name of the tab's office, which stays when another tab opens the other", () => {
    const client = new FakeBackend();
    const setAuth = vi.spyOn(client, "setAuth");
    const { showAgain } = show(client);
    expect(screen.getByText("Reyes Gutters")).toBeVisible();
    clerk.orgId = "org_2";
    showAgain();
    expect(screen.getByText("Reyes Gutters")).toBeVisible();
    expect(clerk.setActive).toHaveBeenCalledExactlyOnceWith({
      organization: "org_1",
    });
    expect(setAuth).toHaveBeenCalledOnce();
  });

  test("a tab tells Clerk its own office before it takes a token", async () => {
    const client = new FakeBackend();
    const setAuth = vi.spyOn(client, "setAuth");
    show(client);
    const [fetchToken] = setAuth.mock.calls[0]!;
    clerk.session.lastActiveOrganizationId = "org_1";
    clerk.getToken.mockResolvedValueOnce(tokenOf("org_2"));
    expect(await fetchToken({ forceRefreshToken: false })).toBe(tokenOf("org_1"));
    expect(clerk.session.touch).toHaveBeenCalledOnce();
    expect(clerk.setActive).not.toHaveBeenCalled();
    expect(clerk.getToken).toHaveBeenLastCalledWith({
      template: "convex",
      skipCache: true,
    });
  });

  test("a tab whose office Clerk does not open shows that, and no other office", async () => {
    const client = new FakeBackend();
    const setAuth = vi.spyOn(client, "setAuth");
    show(client);
    const [fetchToken, onChange] = setAuth.mock.calls[0]!;
    clerk.getToken.mockResolvedValue(tokenOf("org_2"));
    await act(async () => {
      expect(await fetchToken({ forceRefreshToken: true })).toBeNull();
      onChange(false);
    });
    expect(clerk.session.touch).toHaveBeenCalledTimes(3);
    expect(screen.getByText("This tab's office is not available")).toBeVisible();
  });

  test("a person who was removed from the office is told so, and can open the other one", async () => {
    const { showAgain } = show();
    clerk.user = {
      ...ANA,
      organizationMemberships: ANA.organizationMemberships.slice(1),
    };
    clerk.orgId = null;
    clerk.session.currentTask = { key: "choose-organization" };
    showAgain();
    expect(screen.getByText("You are no longer in this office")).toBeVisible();
    expect(screen.getByText(/^Reyes Gutters no longer lists you/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Open Bell Exteriors" }));
    expect(clerk.setActive).toHaveBeenCalledWith({ organization: "org_2" });
    expect(screen.queryByText(/no longer/)).toBeNull();
  });
});

test("a person without an office is told so where Clerk demands one", () => {
  clerk.user = { ...ANA, organizationMemberships: [] };
  const { showAgain } = show();
  expect(screen.getByText("ready")).toBeVisible();
  clerk.session.currentTask = { key: "choose-organization" };
  showAgain();
  expect(screen.getByText("You are in no office yet")).toBeVisible();
});

test("a session that ends by itself is told apart from a sign-out", async () => {
  clerk.user = ANA;
  const { showAgain } = show();
  clerk.user = null;
  showAgain();
  expect(screen.getByText("ended by itself")).toBeVisible();
  clerk.user = ANA;
  showAgain();
  clerk.signOut.mockReturnValueOnce(new Promise(() => {}));
  await userEvent.click(screen.getByRole("button", { name: "leave" }));
  clerk.user = null;
  showAgain();
  expect(screen.getByText("signedOut")).toBeVisible();
  expect(screen.queryByText("ended by itself")).toBeNull();
});

test("asks Clerk's server why a session gets no token", async () => {
  clerk.user = ANA;
  const client = new FakeBackend();
  const setAuth = vi.spyOn(client, "setAuth");
  show(client);
  clerk.getToken.mockRejectedValue(new ClerkAPIResponseError("", { data: [], status: 401 }));
  const [fetchToken] = setAuth.mock.calls[0]!;
  expect(await fetchToken({ forceRefreshToken: true })).toBeNull();
  expect(clerk.handleUnauthenticated).toHaveBeenCalledOnce();
});

test("the menu opens the organization, if the user works in one", async () => {
  Object.assign(clerk, { user: ANA, orgId: "org_1" });
  const { unmount } = show();
  await userEvent.click(screen.getByRole("button", { name: "Team" }));
  expect(clerk.openOrganizationProfile).toHaveBeenCalledOnce();
  unmount();
  sessionStorage.clear();
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
  expect(await fetchToken({ forceRefreshToken: true })).toBe(TOKEN);
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
  clerk.getToken.mockResolvedValue(TOKEN);
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
