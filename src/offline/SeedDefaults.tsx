import { seededMessage } from "@domain/stock/inventory";
import { Button } from "@/components/ui/Button";
import { useSave } from "./useSave";
import { useSeedDefaults } from "./useSeedDefaults";

/** Adds the default items, prices and colors that do not exist yet. */
export function SeedDefaults({ label = "Seed defaults" }: { readonly label?: string }) {
  const seed = useSeedDefaults("Seed defaults");
  const { save, isSaving } = useSave();
  const run = () =>
    save(seed, {
      name: "Inventory",
      saved: ({ counts }) => seededMessage(counts),
      failed: "Failed to seed inventory",
      needsServer: true,
      undo: ({ undo }) => undo,
    });
  return (
    <Button busy={isSaving} onClick={() => void run()}>
      {label}
    </Button>
  );
}
