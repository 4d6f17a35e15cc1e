import { createFileRoute, Outlet } from "@tanstack/react-router";
import { SignInGate } from "@/features/account/SignInGate";
import { LazyMissingPhotosLine } from "@/features/jobs/LazyMissingPhotosLine";

export const Route = createFileRoute("/_gated")({
  // Part of the first file, because most screens are behind this gate.
  codeSplitGroupings: [],
  component: () => (
    <SignInGate>
      <LazyMissingPhotosLine />
      <Outlet />
    </SignInGate>
  ),
});
