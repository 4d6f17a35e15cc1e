import { createFileRoute, Outlet } from "@tanstack/react-router";
import { SignInGate } from "@/components/SignInGate";
import { LazyMissingPhotosLine } from "@/features/jobs/photos/LazyMissingPhotosLine";

export const Route = createFileRoute("/_gated")({
  component: () => (
    <SignInGate>
      <LazyMissingPhotosLine />
      <Outlet />
    </SignInGate>
  ),
});
