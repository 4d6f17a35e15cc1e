import { useConvexAuth } from "convex/react";
import { useState } from "react";

type Move = "none" | "begun" | "asked";

/**
 * True from the moment that another workspace is chosen until the backend answers for it. The screens are down
 * meanwhile: what they show belongs to the workspace that was left.
 */
export function useWorkspaceSwitch(workspace: string | null): boolean {
  const { isLoading } = useConvexAuth();
  const [last, setLast] = useState(workspace);
  const [move, setMove] = useState<Move>("none");

  const next = nextMove(move, last, workspace, isLoading);
  if (last !== workspace) setLast(workspace);
  if (move !== next) setMove(next);
  return next !== "none";
}

function nextMove(
  move: Move,
  last: string | null,
  workspace: string | null,
  isLoading: boolean,
): Move {
  // Signing in and out is no move: there is a gate between.
  if (workspace === null) return "none";
  if (last !== null && last !== workspace) return "begun";
  if (move === "begun") return isLoading ? "asked" : "begun";
  return move === "asked" && isLoading ? "asked" : "none";
}
