import { createFileRoute } from "@tanstack/react-router";
import { ComingSoon } from "@/components/ComingSoon";

export const Route = createFileRoute("/receipts")({
  component: () => <ComingSoon title="Receipts">Receipt storage is coming soon.</ComingSoon>,
});
