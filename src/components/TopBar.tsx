import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { lazy, Suspense } from "react";
import { useSignIn } from "@/lib/session";
import { Logo } from "./Logo";
import { SignInButton } from "./SignInButton";
import { UserMenu } from "./UserMenu";

// Not part of the first load: one machine has no provider.
const ProviderUserMenu = lazy(() => import("./ProviderUserMenu"));

const LINK =
  "inline-flex h-9 items-center rounded-lg px-3 text-sm font-medium transition-colors max-sm:px-2 touch:h-11";
const PLAIN = clsx(
  LINK,
  "text-ink-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:text-ink",
);
const HOME = clsx(LINK, "bg-accent-tint text-accent-ink");

export function TopBar() {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-canvas/90 backdrop-blur-md">
      <div className="mx-auto flex h-14 max-w-6xl items-center gap-1 px-3 sm:px-6">
        <span className="mr-2 flex items-center gap-2 text-accent-ink max-[22.5rem]:hidden sm:mr-3">
          <Logo />
          <span className="font-semibold text-ink max-sm:hidden">
            Downspout
          </span>
        </span>
        <nav aria-label="Main" className="flex min-w-0 grow gap-0.5 sm:gap-1">
          <Link
            to="/"
            activeOptions={{ exact: true, includeSearch: false }}
            className={HOME}
          >
            Home
          </Link>
          <Link
            to="/dashboard"
            activeOptions={{ includeSearch: false }}
            className={PLAIN}
          >
            Dashboard
          </Link>
          <Link to="/calendar" className={PLAIN}>
            Calendar
          </Link>
        </nav>
        <AccountControls />
      </div>
    </header>
  );
}

function AccountControls() {
  const { session, UserMenu: ProviderMenu, local } = useSignIn();
  if (session.status === "signedOut") return <SignInButton />;
  if (session.status !== "signedIn") return null;
  if (ProviderMenu)
    return (
      <Suspense>
        <ProviderUserMenu Menu={ProviderMenu} />
      </Suspense>
    );
  return local && <UserMenu user={session.user} local={local} />;
}
