import { render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { loadClerkJSScript } from "@clerk/shared/loadClerkJsScript";
import { loadScript } from "@clerk/shared/loadScript";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HostedProvider } from "@/session/HostedProvider";
import { useSignIn } from "@/session/session";
import { tokenWith } from "../../support/tokens";
import { FakeBackend } from "../../support/fakeBackend";

type FetchToken = (options: { forceRefreshToken: boolean }) => Promise<string | null>;

const tokenOf = (claims: object) =>
  tokenWith({ sub: "user_1", org_id: "org_1", exp: 2_000_000_000, ...claims });

const clerk = {
  getToken: vi.fn(() => Promise.resolve(tokenOf({}))),
  user: {},
  orgId: "org_1" as string | null,
};

/** Clerk's user, a member of two organizations. */
const userAs = (role: string) => ({
  id: "user_1",
  fullName: "Ana Silva",
  organizationMemberships: ["org_1", "org_2"].map((id) => ({
    role,
    organization: { id, name: id },
  })),
});

const HERE = {
  current: "https://one.example",
  convexUrl: "https://one.example",
  cells: ["https://two.example"],
};

vi.mock("@clerk/react", () => ({
  ClerkProvider: ({ children }: { children: ReactNode }) => children,
  UserButton: () => null,
  useAuth: () => ({
    isLoaded: true,
    isSignedIn: true,
    sessionId: "session_1",
    getToken: clerk.getToken,
    orgId: clerk.orgId,
  }),
  useUser: () => ({ isLoaded: true, user: clerk.user }),
  useSession: () => ({ session: {} }),
  useClerk: () => ({ setActive: () => Promise.resolve() }),
}));

beforeEach(() => {
  Object.assign(clerk, { user: userAs("member"), orgId: "org_1" });
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
  document.body.replaceChildren();
});

function Reason() {
  const { session } = useSignIn();
  return session.status === "signedIn" ? (session.backendPending?.problem?.text ?? "page") : "page";
}

function show() {
  const client = new FakeBackend();
  const setAuth = vi.fn<(fetchToken: FetchToken) => void>();
  client.setAuth = setAuth;
  const app = () => (
    <HostedProvider
      publishableKey="pk_test_x"
      client={client.asClient()}
      deployments={HERE}
      navigate={() => {}}
    >
      <Reason />
    </HostedProvider>
  );
  const { rerender } = render(app());
  return { setAuth, showAgain: () => rerender(app()) };
}

// Spec 1.2, 6.10
test("the token for the backend is made by Clerk's template 'convex'", async () => {
  const { setAuth } = show();
  await waitFor(() => expect(setAuth).toHaveBeenCalledOnce());
  const [fetchToken] = setAuth.mock.calls[0]!;
  expect(await fetchToken({ forceRefreshToken: true })).toBe(tokenOf({}));
  expect(clerk.getToken).toHaveBeenCalledWith({
    template: "convex",
    skipCache: true,
  });
});

test("says where the office's data is if this page cannot open it, and gives its server no token", async () => {
  clerk.getToken.mockResolvedValueOnce(tokenOf({ deployment: "https://three.example" }));
  const { setAuth } = show();
  await waitFor(() => expect(setAuth).toHaveBeenCalledOnce());
  const got = vi.fn();
  void setAuth.mock.calls[0]![0]({ forceRefreshToken: true }).then(got);
  expect(
    await screen.findByText(/data of your office is at https:\/\/three.example/),
  ).toBeVisible();
  expect(got).not.toHaveBeenCalled();
});

// Spec 6.11
test.each([
  ["organisation", { orgId: null }, { orgId: "org_2" }],
  ["role in it", {}, { user: userAs("admin") }],
])("another %s requests another token", async (_, before, after) => {
  Object.assign(clerk, before);
  const { setAuth, showAgain } = show();
  await waitFor(() => expect(setAuth).toHaveBeenCalledOnce());
  showAgain();
  expect(setAuth).toHaveBeenCalledOnce();
  Object.assign(clerk, after);
  showAgain();
  await waitFor(() => expect(setAuth).toHaveBeenCalledTimes(2));
});

const scripts = () => Array.from(document.querySelectorAll("script"));

// Spec 9.31
test("Clerk's script may take 15 s to load", async () => {
  vi.useFakeTimers();
  const failed = vi.fn();
  void loadClerkJSScript({
    // Base64 of "clerk.example.com$", the format of Clerk's publishable keys.
    publishableKey: `pk_live_${btoa("clerk.example.com$")}`,
  }).catch(failed);
  await vi.advanceTimersByTimeAsync(14_900);
  expect(scripts()).toHaveLength(1);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: "failed_to_load_clerk_js" }));
});

// Spec 9.32
test("Clerk's script is retried up to 5 times", async () => {
  vi.useFakeTimers();
  const failed = vi.fn();
  void loadScript("https://clerk.example.com/clerk.js", {}).catch(failed);
  for (let retry = 0; retry <= 5; retry++) {
    expect(failed).not.toHaveBeenCalled();
    expect(scripts()).toHaveLength(1);
    scripts()[0]!.dispatchEvent(new Event("error"));
    await vi.advanceTimersByTimeAsync(60_000);
  }
  expect(failed).toHaveBeenCalledOnce();
  expect(scripts()).toHaveLength(0);
});
