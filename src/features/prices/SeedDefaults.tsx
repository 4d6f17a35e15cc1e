import { api } from "@convex/_generated/api";
import { useMutation } from "convex/react";
import { Button } from "@/components/ui/Button";
import { useSave } from "@/lib/useSave";

/** Brings the catalogue; a second time it adds nothing twice. */
export function SeedDefaults() {
  const seed = useMutation(api.inventorySeed.seedDefaults);
  const { save, isSaving } = useSave();
  const run = () =>
    save(() => seed({}), {
      name: "Inventory",
      saved: ({ items, prices, colors }) =>
        `Seeded ${items} items, ${prices} prices, ${colors} colors`,
      failed: "Failed to seed inventory",
    });
  return (
    <Button busy={isSaving} onClick={() => void run()}>
      Seed defaults
    </Button>
  );
}
