import { useConvexAuth } from "convex/react";
import { Fragment, type ReactNode } from "react";
import { LockKeyhole } from "@/components/icons/firstIcons";
import { useSession, type AccessProblem } from "@/session/session";
import { LoadingPage } from "@/components/LoadingPage";
import { lazyPart } from "@/components/lazyPart";
import { SignInButton } from "./SignInButton";
import { Card } from "@/components/ui/Card";

// Not part of the first load. If it cannot be loaded, nothing is lost: without a connection nobody can sign in.
const NewServerNotice = lazyPart(async () => (await import("./NewServerNotice")).NewServerNotice, {
  Loading: () => null,
  Failed: () => null,
});

/** Shows its children to signed-in users only. */
export function SignInGate({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  const backend = useConvexAuth();

  if (session.status === "loading") return <LoadingPage />;
  if (session.status === "unavailable") return <GateCard {...session.problem} />;
  if (session.status === "signedIn" && session.backendPending) {
    const { problem } = session.backendPending;
    return problem === null ? <LoadingPage /> : <GateCard {...problem} />;
  }
  // While the backend verifies the token, the screen already mounts: its queries
  // are sent after the token, which saves a round trip.
  const isRejected = !backend.isLoading && !backend.isAuthenticated;
  if (session.status === "signedOut" || isRejected) return <SignInRequired />;
  // The key unmounts the screens of one person before those of another are shown.
  const { id, workspaceId } = session.user;
  return <Fragment key={`${id} ${workspaceId}`}>{children}</Fragment>;
}

// Not part of the first load: only signed-out visitors need it, and they can sign in without it.
const RemoveFromPhone = lazyPart(async () => (await import("./RemoveFromPhone")).RemoveFromPhone, {
  Loading: () => null,
  Failed: () => null,
});

export function SignInRequired() {
  const session = useSession();
  return (
    <GateCard
      icon={<LockKeyhole aria-hidden="true" />}
      title="Sign in required"
      text="You need to sign in to view this page."
      {...(session.status === "signedOut" && session.ended)}
    >
      <NewServerNotice className="mb-5" />
      <SignInButton />
      <RemoveFromPhone />
    </GateCard>
  );
}

function GateCard({ icon, title, text, children }: AccessProblem) {
  return (
    <div className="flex min-h-[70vh] items-center justify-center">
      <Card className="flex w-full max-w-sm flex-col items-center gap-1 p-8 text-center">
        <span className="mb-3 flex size-11 items-center justify-center rounded-full bg-hover text-ink-muted [&_svg]:size-5">
          {icon}
        </span>
        <h1 className="text-lg font-semibold">{title}</h1>
        <p className="mb-5 text-ink-muted">{text}</p>
        {children}
      </Card>
    </div>
  );
}
