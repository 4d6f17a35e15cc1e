import { useEffect, useState } from "react";
import type { SignUpPolicy } from "./accountsApi";
import type { AccountsClient } from "./session";

/** Who may sign up on this server. `policy` is null until it is loaded. */
export function useSignUpPolicy(accounts: AccountsClient, inviteCode: string | null) {
  const [policy, setPolicy] = useState<SignUpPolicy | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    accounts.signUpPolicy(inviteCode).then(
      (loaded) => isCurrent && setPolicy(loaded),
      () => isCurrent && setHasFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [accounts, inviteCode, attempt]);

  return { policy, hasFailed, retry: () => setAttempt(attempt + 1) };
}
