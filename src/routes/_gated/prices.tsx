import { createFileRoute } from "@tanstack/react-router";
import { PricesScreen } from "@/features/prices/PricesScreen";

export const Route = createFileRoute("/_gated/prices")({
  component: PricesScreen,
});
