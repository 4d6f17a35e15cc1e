import { createFileRoute } from "@tanstack/react-router";
import type { Id } from "@convex/_generated/dataModel";
import { PricesScreen } from "@/features/prices/PricesScreen";

type ItemId = Id<"inventoryItems">;

export const Route = createFileRoute("/_gated/prices")({
  validateSearch: ({ item }: Record<string, unknown>): { item?: ItemId } => ({
    item: typeof item === "string" ? (item as ItemId) : undefined,
  }),
  component: PricesRoute,
});

function PricesRoute() {
  const { item = null } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PricesScreen
      itemId={item}
      onItemChange={(next) =>
        void navigate({
          search: { item: next },
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
