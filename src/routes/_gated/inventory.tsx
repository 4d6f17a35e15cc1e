import { createFileRoute } from "@tanstack/react-router";
import { Package } from "lucide-react";
import { ComingSoon } from "@/components/ComingSoon";

export const Route = createFileRoute("/_gated/inventory")({
  validateSearch: (search: Record<string, unknown>): { color?: string } => ({
    color: typeof search["color"] === "string" ? search["color"] : undefined,
  }),
  component: () => (
    <ComingSoon icon={<Package />} title="Inventory">
      Inventory is coming next. It will track every coil colour and its stock in
      5 in and 6 in.
    </ComingSoon>
  ),
});
