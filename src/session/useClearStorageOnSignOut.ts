import { useEffect, useRef } from "react";
import { clearPersonalStorage } from "./personalStorage";
import type { Session } from "./session";

/** Clears what this tab remembers of the person once a signed-in session has ended. */
export function useClearStorageOnSignOut({ status }: Session): void {
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (status === "signedOut" && wasSignedIn.current) clearPersonalStorage();
    wasSignedIn.current = status === "signedIn";
  }, [status]);
}
