import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { useSignOutQuestion } from "@/lib/device/signOutQuestion";
import { keepFocus } from "@/lib/keepFocus";
import { useSession } from "@/lib/session";
import { usePreload } from "@/lib/usePreload";
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
const preloadDialogs = () =>
  void Promise.all([import("./OutboxList"), loadQuestion()]).catch(
    () => undefined,
  );

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

/** False until the first load has had this long. */
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
