import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { toAppError } from "@/lib/appErrors";
import { useSession } from "@/lib/session";
import { ErrorPanel } from "./ErrorPanel";
import { SignInRequired } from "./SignInGate";

/** A screen that failed. One that failed because the session ended asks to sign in. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const session = useSession();
  const isSignedOut = toAppError(error).code === "NOT_SIGNED_IN";
  const retry = () => {
    reset();
    void router.invalidate();
  };
  const retryAfterSignIn = useEffectEvent(() => {
    if (isSignedOut) retry();
  });
  useEffect(() => {
    if (session.status === "signedIn") return () => retryAfterSignIn();
    return;
  }, [session]);

  if (isSignedOut) return <SignInRequired />;
  return <ErrorPanel error={error} onRetry={retry} />;
}
