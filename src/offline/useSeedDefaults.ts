import { useConvex, useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "@convex/_generated/api";
import { randomUuid } from "@/lib/randomUuid";
import { recordUndoable, type Undoable } from "@/offline/outbox/undoable";

interface Seeded {
  readonly counts: FunctionReturnType<typeof api.inventorySeed.seedDefaults>;
  /** Undefined if nothing was added, because everything existed. */
  readonly undo: Undoable | undefined;
}

/** Adds the default items, prices and colors that do not exist yet. `name` names the action for Undo. */
export function useSeedDefaults(name: string): () => Promise<Seeded> {
  const convex = useConvex();
  const seed = useMutation(api.inventorySeed.seedDefaults);
  return async () => {
    const intentId = randomUuid();
    const counts = await seed({ intentId });
    const change = await convex.query(api.changes.ofIntent, { intentId });
    if (change === null) return { counts, undo: undefined };
    const undo = { id: intentId, name };
    recordUndoable(undo);
    return { counts, undo };
  };
}
