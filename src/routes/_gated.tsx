import { createFileRoute, Outlet } from "@tanstack/react-router";
import { SignInGate } from "@/features/account/SignInGate";
import { LazyMissingPhotosLine } from "@/features/jobs/photos/LazyMissingPhotosLine";

export const Route = createFileRoute("/_gated")({
  // In the first file: most screens are behind it.
  codeSplitGroupings: [],
  component: () => (
    <SignInGate>
      <LazyMissingPhotosLine />
      <Outlet />
    </SignInGate>
  ),
});
