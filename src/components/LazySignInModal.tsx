import { lazy, Suspense } from "react";
import { useSignIn } from "@/lib/session";

const load = () => import("./SignInModal");
const SignInModal = lazy(() =>
  load().then((module) => ({ default: module.SignInModal })),
);

export function preloadSignInModal() {
  void load();
}

/** The sign-in modal of our own accounts, while it is open. */
export function LazySignInModal() {
  const { own } = useSignIn();
  if (!own?.isOpen) return null;
  return (
    <Suspense>
      <SignInModal accounts={own.accounts} onClose={own.close} />
    </Suspense>
  );
}
