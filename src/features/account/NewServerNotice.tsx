import { clsx } from "clsx";
import { useSignIn, type AccountsClient } from "@/session/session";
import { useSignUpPolicy } from "@/session/useSignUpPolicy";

interface NewServerNoticeProps {
  readonly className?: string;
}

/** Tells visitors of a server without accounts where to create the first one. */
export function NewServerNotice({ className }: NewServerNoticeProps) {
  const { session, local } = useSignIn();
  if (local === null || session.status !== "signedOut") return null;
  return <NoticeIfNew accounts={local.accounts} className={className} />;
}

interface NoticeIfNewProps {
  readonly accounts: AccountsClient;
  readonly className: string | undefined;
}

function NoticeIfNew({ accounts, className }: NoticeIfNewProps) {
  const { policy } = useSignUpPolicy(accounts, null);
  if (policy?.policy !== "first") return null;
  return (
    <p
      role="status"
      className={clsx("rounded-xl bg-info-tint px-4 py-3 text-sm text-info-ink", className)}
    >
      This server has no account yet. Press Sign In to create the first one.
    </p>
  );
}
