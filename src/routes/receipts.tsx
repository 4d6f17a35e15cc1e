import { createFileRoute } from "@tanstack/react-router";
import { ReceiptText } from "lucide-react";
import { ComingSoon } from "@/components/ComingSoon";

export const Route = createFileRoute("/receipts")({
  component: () => (
    <ComingSoon icon={<ReceiptText />} title="Receipts">
      Receipt storage is coming soon.
    </ComingSoon>
  ),
});
