import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Go } from "./openJob";

/** Navigates in place of the history entry of a dialog. Outside of a router it goes nowhere. */
export function useGo(): Go {
  const router = useRouter({ warn: false });
  return useCallback(
    (options) => void router?.navigate({ ...options, replace: true }),
    [router],
  );
}
