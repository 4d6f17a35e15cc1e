import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Go } from "./openJob";

/** Navigates in place of a dialog's history entry. Without a router it does nothing. */
export function useGo(): Go {
  const router = useRouter({ warn: false });
  return useCallback((options) => void router?.navigate({ ...options, replace: true }), [router]);
}
