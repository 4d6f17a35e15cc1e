import { useSignIn } from "@/session/session";
import { lazyDialog } from "@/components/lazyPart";

const load = () => import("./SignInModal");
const InvitationDialog = lazyDialog(
  async () => (await import("./InvitationDialog")).InvitationDialog,
);
const SignInModal = lazyDialog(async () => (await load()).SignInModal);

export function preloadSignInModal() {
  // Opening the modal retries and reports the failure.
  load().catch(() => undefined);
}

/** In one-machine mode: the sign-in modal, or the invitation in the URL of a signed-in user. */
export function LazySignInModal() {
  const { local, session } = useSignIn();
  if (local === null) return null;
  const { accounts, close } = local;
  return (
    <>
      {local.isOpen && <SignInModal accounts={accounts} onClose={close} />}
      {local.isInvitationOpen && session.status === "signedIn" && (
        <InvitationDialog accounts={accounts} user={session.user} onClose={close} />
      )}
    </>
  );
}
