import { useConvexAuth } from "convex/react";
import { useState } from "react";

type SwitchState = "none" | "requested" | "authenticating";

/**
 * True from choosing another workspace until the backend has authenticated for
 * it. Screens are unmounted meanwhile, because they show the old workspace.
 */
export function useWorkspaceSwitch(workspace: string | null): boolean {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const [last, setLast] = useState(workspace);
  const [state, setState] = useState<SwitchState>("none");

  const hasToken = isLoading || isAuthenticated;
  const change = { from: last, to: workspace, isLoading, hasToken };
  const next = nextState(state, change);
  if (last !== workspace) setLast(workspace);
  if (state !== next) setState(next);
  return next !== "none";
}

interface Change {
  readonly from: string | null;
  readonly to: string | null;
  readonly isLoading: boolean;
  /** Whether the backend has the token of a workspace, or is about to get it. */
  readonly hasToken: boolean;
}

function nextState(state: SwitchState, { from, to, isLoading, hasToken }: Change): SwitchState {
  // Signing in or out is not a switch: the sign-in gate handles it.
  if (to === null || !hasToken) return "none";
  if (from !== null && from !== to) return "requested";
  if (state === "requested") return isLoading ? "authenticating" : "requested";
  return state === "authenticating" && isLoading ? "authenticating" : "none";
}
