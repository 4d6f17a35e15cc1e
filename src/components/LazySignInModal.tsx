import { lazy, Suspense } from "react";
import { useSignIn } from "@/lib/session";

const load = () => import("./SignInModal");
const InvitationDialog = lazy(() =>
  import("./InvitationDialog").then((module) => ({
    default: module.InvitationDialog,
  })),
);
const SignInModal = lazy(() =>
  load().then((module) => ({ default: module.SignInModal })),
);

export function preloadSignInModal() {
  void load();
}

/** In one-machine mode: the sign-in modal, or the invitation in the URL of a signed-in user. */
export function LazySignInModal() {
  const { local, session } = useSignIn();
  if (local === null) return null;
  const { accounts, close } = local;
  return (
    <Suspense>
      {local.isOpen && <SignInModal accounts={accounts} onClose={close} />}
      {local.isInvitationOpen && session.status === "signedIn" && (
        <InvitationDialog
          accounts={accounts}
          user={session.user}
          onClose={close}
        />
      )}
    </Suspense>
  );
}
