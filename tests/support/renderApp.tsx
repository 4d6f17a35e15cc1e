import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { act, render } from "@testing-library/react";
import { ConvexProviderWithAuth } from "convex/react";
import { useState, useSyncExternalStore } from "react";
import { DayCopyProvider } from "@/offline/days/DayCopyProvider";
import { DeviceStoreProvider } from "@/offline/device/DeviceStoreProvider";
import { OutboxProvider } from "@/offline/OutboxProvider";
import { SignInContext, type Session, type SignIn } from "@/session/session";
import { ThemeProvider } from "@/lib/ThemeProvider";
import { createAppRouter } from "@/router";
import { FakeBackend } from "./fakeBackend";
import { MemoryOutbox } from "./memoryOutbox";

export const ANA: Session = {
  status: "signedIn",
  user: {
    id: "user-1",
    name: "Ana Silva",
    email: "ana@example.com",
    workspaceId: "user-1",
  },
};

interface AppSetup {
  readonly path: string;
  readonly session?: Session;
  readonly signIn?: Partial<SignIn>;
  readonly client?: FakeBackend;
  /** With a deployment, the person has a store on this device. */
  readonly deployment?: string;
}

/** Renders the whole app at a path, with its real routes and a fake backend. */
export function renderApp({
  path,
  session = ANA,
  signIn = {},
  client = new FakeBackend(),
  deployment,
}: AppSetup) {
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createAppRouter(history);
  let current = session;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const open = () => {};

  function App() {
    const now = useSyncExternalStore(subscribe, () => current);
    const [useAuth] = useState(() => () => {
      const { status } = useSyncExternalStore(subscribe, () => current);
      return {
        isLoading: status === "loading",
        isAuthenticated: status === "signedIn",
        fetchAccessToken,
      };
    });
    return (
      <ThemeProvider>
        <SignInContext
          value={{
            session: now,
            open,
            signOut: () => Promise.resolve(),
            UserMenu: null,
            local: null,
            ...signIn,
          }}
        >
          <ConvexProviderWithAuth client={client.asClient()} useAuth={useAuth}>
            {deployment === undefined ? (
              <MemoryOutbox backend={client}>
                <RouterProvider router={router} />
              </MemoryOutbox>
            ) : (
              <DeviceStoreProvider deployment={deployment}>
                <DayCopyProvider>
                  <OutboxProvider>
                    <RouterProvider router={router} />
                  </OutboxProvider>
                </DayCopyProvider>
              </DeviceStoreProvider>
            )}
          </ConvexProviderWithAuth>
        </SignInContext>
      </ThemeProvider>
    );
  }

  return {
    ...render(<App />),
    history,
    client,
    setSession: (next: Session) =>
      act(() => {
        current = next;
        for (const listener of listeners) listener();
      }),
  };
}

const fetchAccessToken = () => Promise.resolve("token");
