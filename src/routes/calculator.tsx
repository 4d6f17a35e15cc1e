import { createFileRoute } from "@tanstack/react-router";
import { Calculator } from "lucide-react";
import { ComingSoon } from "@/components/ComingSoon";

export const Route = createFileRoute("/calculator")({
  component: () => (
    <ComingSoon icon={<Calculator />} title="Calculator">
      The calculator is coming next. It will turn feet of 5 in and 6 in gutter
      into pounds, and back.
    </ComingSoon>
  ),
});
