import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { createConvexClient } from "@/lib/connection/createConvexClient";
import { DayCopyProvider } from "@/offline/days/DayCopyProvider";
import { DeviceStoreProvider } from "@/offline/device/DeviceStoreProvider";
import { SignOutRemoval } from "@/offline/signOut/SignOutRemoval";
import type { Env } from "@/lib/env";
import { OutboxProvider } from "@/offline/OutboxProvider";
import { warnBeforeUnload } from "@/lib/beforeUnloadWarning";
import { officeDeployment } from "@/session/officeDeployment";
import { OneMachineProvider } from "@/session/OneMachineProvider";

const HostedProvider = lazy(() =>
  import("@/session/HostedProvider").then((module) => ({
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
  const [deployment] = useState(() => officeDeployment(env));
  const [client] = useState(() => createConvexClient(deployment));
  useEffect(warnBeforeUnload, []);

  const screens = (
    <DeviceStoreProvider deployment={deployment}>
      <DayCopyProvider>
        <OutboxProvider>
          <SignOutRemoval deployment={deployment}>{children}</SignOutRemoval>
        </OutboxProvider>
      </DayCopyProvider>
    </DeviceStoreProvider>
  );
  if (env.clerkPublishableKey === null) {
    return <OneMachineProvider client={client}>{screens}</OneMachineProvider>;
  }
  return (
    <Suspense fallback={fallback}>
      <HostedProvider
        publishableKey={env.clerkPublishableKey}
        client={client}
        deployments={{ ...env, current: deployment }}
        navigate={navigate}
      >
        {screens}
      </HostedProvider>
    </Suspense>
  );
}
