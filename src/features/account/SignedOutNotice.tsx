import { useEffect, useEffectEvent } from "react";
import { useSignIn } from "@/session/session";
import { dismissToast, showToast } from "@/lib/toasts";

const ID = "signed-out";

/**
 * Says that the session ended, in another tab or on the server, while this page
 * keeps a form with unsaved text. A toast, because it lies above dialogs.
 */
export default function SignedOutNotice() {
  const { open } = useSignIn();
  const openSignIn = useEffectEvent(open);
  useEffect(() => {
    showToast("warning", "You are signed out", {
      id: ID,
      description: "Sign in again to save what you typed here.",
      duration: Infinity,
      action: {
        label: "Sign in",
        onClick: (event) => {
          // The toast stays until the session is back.
          event.preventDefault();
          openSignIn();
        },
      },
    });
    return () => dismissToast(ID);
  }, []);
  return null;
}
