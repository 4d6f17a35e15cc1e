import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { toAppError } from "@/lib/appErrors";
import { useSession } from "@/session/session";
import { isChunkLoadError } from "@/lib/chunkLoadError";
import { ChunkLoadErrorPanel, ScreenErrorPanel } from "@/components/ChunkLoadErrorPanel";
import { SignInRequired } from "./SignInGate";

/** Shown for a route that threw. If the session has ended, it asks to sign in. */
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
  if (isChunkLoadError(error)) return <ChunkLoadErrorPanel error={error} />;
  return <ScreenErrorPanel error={error} onRetry={retry} />;
}

/** Shows the error below the screen's header, which stays usable. An ended session replaces the whole screen. */
export function ErrorBelowHeader(props: ErrorComponentProps) {
  if (toAppError(props.error).code === "NOT_SIGNED_IN") throw props.error;
  return <RouteError {...props} />;
}
