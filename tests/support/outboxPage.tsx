import { render } from "@testing-library/react";
import { ConvexProviderWithAuth } from "convex/react";
import type { ReactNode } from "react";
import { ToastContainer } from "@/components/ToastContainer";
import { ThemeProvider } from "@/lib/ThemeProvider";
import { DeviceStoreProvider } from "@/offline/device/DeviceStoreProvider";
import { OutboxProvider, useIsOutboxRead, useOpenOutbox } from "@/offline/OutboxProvider";
import { SignInContext, type SignIn } from "@/session/session";
import { OWNER } from "./deviceStores";
import type { FakeBackend } from "./fakeBackend";

const signInOf = (name: string, hasEnded = false) =>
  ({
    session: {
      status: "signedIn",
      ...(hasEnded && { hasEnded }),
      user: {
        id: OWNER.userId,
        name,
        email: "",
        workspaceId: OWNER.workspaceId,
      },
    },
  }) as SignIn;

const fetchAccessToken = () => Promise.resolve("token");
const useAuth = () => ({
  isLoading: false,
  isAuthenticated: true,
  fetchAccessToken,
});

function Readiness() {
  const isRead = useIsOutboxRead();
  return useOpenOutbox() && isRead && <p>The outbox is open.</p>;
}

interface OutboxPageProps {
  readonly backend: FakeBackend;
  readonly userName?: string;
  /** Whether the page stays after the end of its session. */
  readonly hasEnded?: boolean;
  readonly children: ReactNode;
}

/** The page of a signed-in person whose device keeps changes. */
export function OutboxPage({
  backend,
  userName = OWNER.userName,
  hasEnded,
  children,
}: OutboxPageProps) {
  return (
    <SignInContext value={signInOf(userName, hasEnded)}>
      <ConvexProviderWithAuth client={backend.asClient()} useAuth={useAuth}>
        <DeviceStoreProvider deployment={OWNER.deployment}>
          <OutboxProvider>{children}</OutboxProvider>
        </DeviceStoreProvider>
      </ConvexProviderWithAuth>
    </SignInContext>
  );
}

/** Renders a screen for a signed-in person whose device keeps changes. */
export function renderWithOutbox(backend: FakeBackend, screen: ReactNode) {
  const pageOf = (name: string) => (
    <OutboxPage backend={backend} userName={name}>
      {screen}
      <ThemeProvider>
        <ToastContainer />
      </ThemeProvider>
      <Readiness />
    </OutboxPage>
  );
  const view = render(pageOf(OWNER.userName));
  return { ...view, rename: (name: string) => view.rerender(pageOf(name)) };
}
