import { createFileRoute, Outlet } from "@tanstack/react-router";
import { SignInGate } from "@/components/SignInGate";

export const Route = createFileRoute("/_gated")({
  component: () => (
    <SignInGate>
      <Outlet />
    </SignInGate>
  ),
});
