import { createFileRoute } from "@tanstack/react-router";
import { InventoryScreen } from "@/features/inventory/InventoryScreen";

export const Route = createFileRoute("/_gated/inventory")({
  validateSearch: (search: Record<string, unknown>): { color?: string } => ({
    color: typeof search["color"] === "string" ? search["color"] : undefined,
  }),
  component: InventoryRoute,
});

function InventoryRoute() {
  const { color } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <InventoryScreen
      color={color}
      onColorChange={(next) =>
        void navigate({
          search: { color: next },
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
