import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { useConnection } from "@/lib/connection/connectionState";
import { useSignOutQuestion } from "@/lib/device/signOutQuestion";
import { keepFocus } from "@/lib/keepFocus";
import { useSession } from "@/lib/session";
import { lazyDialog, lazyPart } from "./lazyPart";
import { LazySignInModal } from "./LazySignInModal";
import { Toasts } from "./Toasts";
import { TopBar } from "./TopBar";

// Not part of the first load.
const SignedOutNotice = lazy(() => import("./SignedOutNotice"));
const ConnectionNotice = lazyPart(
  async () => (await import("./ConnectionNotice")).ConnectionNotice,
  { Loading: () => null, Failed: () => null },
);
const loadQuestion = async () =>
  (await import("./SignOutQuestion")).SignOutQuestion;
const SignOutQuestion = lazyDialog(loadQuestion);

/** The first load's own requests go first. */
const NOTICE_AFTER_MS = 1000;
const IDLE_AFTER_MS = 10_000;

/** The layout of every page: top bar, content, toasts and sign-in modal. */
export function AppShell({ children }: { readonly children: ReactNode }) {
  usePreloadedDialogs();
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

/** False until the first load has had this long. */
function useIsLater(ms: number): boolean {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLater;
}

/** Without signal their code cannot be fetched, and over plain http no service worker keeps it. */
function usePreloadedDialogs() {
  const isLive = useConnection() === "live";
  useEffect(() => {
    if (!isLive) return;
    const preload = () =>
      Promise.all([import("./OutboxList"), loadQuestion()]).catch(
        // Opening the dialog tries again and reports the failure.
        () => undefined,
      );
    const timer = setTimeout(() => void preload(), IDLE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLive]);
}

function SignOutCheck() {
  const question = useSignOutQuestion();
  return (
    question && (
      <SignOutQuestion
        question={question}
        onClose={() => question.answer(false)}
      />
    )
  );
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
