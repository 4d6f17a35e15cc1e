import { lazy, Suspense } from "react";
import { useSignIn } from "@/lib/session";

const load = () => import("./SignInModal");
const SignInModal = lazy(() =>
  load().then((module) => ({ default: module.SignInModal })),
);

export function preloadSignInModal() {
  void load();
}

/** The sign-in modal of one-machine mode, while it is open. */
export function LazySignInModal() {
  const { local } = useSignIn();
  if (!local?.isOpen) return null;
  return (
    <Suspense>
      <SignInModal accounts={local.accounts} onClose={local.close} />
    </Suspense>
  );
}
