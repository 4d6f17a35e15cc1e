import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { useIsOffline } from "@/lib/connection/connectionState";
import { useSignOutQuestion } from "@/offline/signOut/signOutQuestion";
import { keepFocus } from "@/features/shell/keepFocus";
import { useSession } from "@/session/session";
import { usePreload } from "@/lib/usePreload";
import { lazyDialog, lazyPart } from "@/components/lazyPart";
import { LazySignInModal } from "@/features/account/LazySignInModal";
import { Toasts } from "@/components/Toasts";
import { TopBar } from "./TopBar";

// These parts are loaded after the first screen.
const SignedOutNotice = lazy(() => import("@/features/account/SignedOutNotice"));
const ConnectionNotice = lazyPart(
  async () => (await import("./ConnectionNotice")).ConnectionNotice,
  { Loading: OfflineLine, Failed: OfflineLine },
);
const loadQuestion = async () =>
  (await import("@/features/account/SignOutQuestion")).SignOutQuestion;
const SignOutQuestion = lazyDialog(loadQuestion);
const preloadDialogs = () =>
  void Promise.all([import("@/features/outbox/OutboxList"), loadQuestion()]).catch(() => undefined);

/** The first load's own requests go first. */
const NOTICE_AFTER_MS = 1000;

/** The layout of every page: top bar, content, toasts and sign-in modal. */
export function AppShell({ children }: { readonly children: ReactNode }) {
  usePreload(preloadDialogs);
  useEffect(keepFocus, []);
  const hasNotice = useIsLater(NOTICE_AFTER_MS);
  return (
    <>
      <TopBar />
      {hasNotice && <ConnectionNotice />}
      <main className="frame py-4 outline-none sm:py-6">{children}</main>
      <LazySignInModal />
      <Toasts />
      <SessionEndNotice />
      <SignOutCheck />
    </>
  );
}

/** Shown if the notice's code is missing because the connection was lost in the first second of a first visit. */
function OfflineLine() {
  return (
    useIsOffline() && (
      <p role="status" className="pt-3 text-center text-sm text-ink-muted">
        Offline.
      </p>
    )
  );
}

/** Becomes true `ms` after the first render. */
function useIsLater(ms: number): boolean {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLater;
}

function SignOutCheck() {
  const question = useSignOutQuestion();
  return question && <SignOutQuestion question={question} onClose={() => question.answer(false)} />;
}

function SessionEndNotice() {
  const session = useSession();
  return (
    session.status === "signedIn" &&
    session.hasEnded && (
      <Suspense>
        <SignedOutNotice />
      </Suspense>
    )
  );
}
