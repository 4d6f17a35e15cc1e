import { useMutation } from "convex/react";
import { api } from "@convex/_generated/api";
import { seededMessage } from "@domain/inventory";
import { Button } from "@/components/ui/Button";
import { randomUuid } from "@/lib/randomUuid";
import { recordUndoable } from "@/offline/outbox/undoable";
import { useSave } from "@/offline/useSave";

/** Adds the default items, prices and colors that do not exist yet. */
export function SeedDefaults({
  label = "Seed defaults",
}: {
  readonly label?: string;
}) {
  const seed = useMutation(api.inventorySeed.seedDefaults);
  const { save, isSaving } = useSave();
  const run = async () => {
    const undo = { id: randomUuid(), name: "Seed defaults" };
    const seeded = await save(() => seed({ intentId: undo.id }), {
      name: "Inventory",
      saved: seededMessage,
      failed: "Failed to seed inventory",
      needsServer: true,
      undo,
    });
    if (seeded.ok) recordUndoable(undo);
  };
  return (
    <Button busy={isSaving} onClick={() => void run()}>
      {label}
    </Button>
  );
}
