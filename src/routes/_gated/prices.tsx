import { createFileRoute } from "@tanstack/react-router";
import { Tags } from "lucide-react";
import { ComingSoon } from "@/components/ComingSoon";

export const Route = createFileRoute("/_gated/prices")({
  component: () => (
    <ComingSoon icon={<Tags />} title="Prices">
      Prices are coming next. Each item will have its price for 5 in and 6 in.
    </ComingSoon>
  ),
});
