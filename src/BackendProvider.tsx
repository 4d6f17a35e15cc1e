import { lazy, Suspense, useEffect, useLayoutEffect, useState, type ReactNode } from "react";
import { senderKey } from "@domain/calls/workspaces";
import { createConvexClient } from "@/lib/connection/createConvexClient";
import type { SenderClient } from "@/lib/connection/SenderClient";
import { DayCopyProvider } from "@/offline/days/DayCopyProvider";
import { DeviceStoreProvider } from "@/offline/device/DeviceStoreProvider";
import { SignOutRemoval } from "@/offline/signOut/SignOutRemoval";
import type { Env } from "@/lib/env";
import { OutboxProvider } from "@/offline/OutboxProvider";
import { warnBeforeUnload } from "@/lib/beforeUnloadWarning";
import { officeDeployment } from "@/session/officeDeployment";
import { OneMachineProvider } from "@/session/OneMachineProvider";
import { useSession } from "@/session/session";

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
export function BackendProvider({ env, navigate, fallback, children }: BackendProviderProps) {
  const [deployment] = useState(() => officeDeployment(env));
  const [client] = useState(() => createConvexClient(deployment));
  useEffect(warnBeforeUnload, []);

  const screens = (
    <DeviceStoreProvider deployment={deployment}>
      <Sender client={client} />
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

/** Names the person and office that the page shows as the sender of the client's calls. */
function Sender({ client }: { readonly client: SenderClient }) {
  const session = useSession();
  const sender =
    session.status === "signedIn"
      ? senderKey(session.user.workspaceId, session.user.id)
      : undefined;
  // Before the effects of the screens, which make calls.
  useLayoutEffect(() => client.setSender(sender), [client, sender]);
  return null;
}
