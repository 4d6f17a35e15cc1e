import { createFileRoute } from "@tanstack/react-router";
import { CalculatorScreen } from "@/features/calculator/CalculatorScreen";

export const Route = createFileRoute("/calculator")({
  component: CalculatorScreen,
});
