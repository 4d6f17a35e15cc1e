import { useSignIn, type AccountsClient } from "@/session/session";
import { useSignUpPolicy } from "@/session/useSignUpPolicy";

/** On a server without accounts: where the first one is created. */
export function NewServerNotice() {
  const { session, local } = useSignIn();
  if (local === null || session.status !== "signedOut") return null;
  return <NoticeIfNew accounts={local.accounts} />;
}

function NoticeIfNew({ accounts }: { readonly accounts: AccountsClient }) {
  const { policy } = useSignUpPolicy(accounts, null);
  if (policy?.policy !== "first") return null;
  return (
    <p
      role="status"
      className="mb-5 rounded-xl bg-info-tint px-4 py-3 text-sm text-info-ink"
    >
      This server has no account yet. Press Sign In to create the first one.
    </p>
  );
}
