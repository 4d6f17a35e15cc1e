import type { ReactNode } from "react";
import { ConnectionNotice } from "./ConnectionNotice";
import { LazySignInModal } from "./LazySignInModal";
import { Toasts } from "./Toasts";
import { TopBar } from "./TopBar";

/** The layout of every page: top bar, content, toasts and sign-in modal. */
export function AppShell({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <TopBar />
      <ConnectionNotice />
      <main className="mx-auto w-full max-w-6xl px-4 py-4 sm:px-6 sm:py-6">
        {children}
      </main>
      <LazySignInModal />
      <Toasts />
    </>
  );
}
