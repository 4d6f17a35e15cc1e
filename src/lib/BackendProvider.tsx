import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { createConvexClient } from "./createConvexClient";
import type { Env } from "./env";
import { warnBeforeUnload } from "./beforeUnloadWarning";
import { OneMachineProvider } from "./OneMachineProvider";

const HostedProvider = lazy(() =>
  import("./HostedProvider").then((module) => ({
    default: module.HostedProvider,
  })),
);

interface BackendProviderProps {
  readonly env: Env;
  readonly navigate: (to: string, options: { replace: boolean }) => void;
  /** Shown while the code for hosted sign-in is loading. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** The only place that knows the deployment mode: hosted or one machine. */
export function BackendProvider({
  env,
  navigate,
  fallback,
  children,
}: BackendProviderProps) {
  const [client] = useState(() => createConvexClient(env.convexUrl));
  useEffect(() => warnBeforeUnload(client), [client]);

  if (env.clerkPublishableKey === null) {
    return <OneMachineProvider client={client}>{children}</OneMachineProvider>;
  }
  return (
    <Suspense fallback={fallback}>
      <HostedProvider
        publishableKey={env.clerkPublishableKey}
        client={client}
        navigate={navigate}
      >
        {children}
      </HostedProvider>
    </Suspense>
  );
}
