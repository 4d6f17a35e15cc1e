import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { useSignIn } from "@/session/session";
import { lazyPart, type FailedProps } from "@/components/lazyPart";
import { SignInButton } from "@/features/account/SignInButton";
import { Button } from "@/components/ui/Button";
import { UserMenu } from "@/features/account/UserMenu";
import { SearchButton } from "@/features/palette/SearchButton";

// Not part of the first load: in one-machine mode there is no auth provider.
const ProviderUserMenu = lazyPart(
  async () => (await import("@/features/account/ProviderUserMenu")).ProviderUserMenu,
  { Loading: () => null, Failed: MenuFailed },
);

const LINK =
  "inline-flex h-9 items-center rounded-lg px-3 text-sm font-medium underline-offset-8 transition-colors max-sm:px-2 max-[22.5rem]:px-1 touch:h-11 aria-[current=page]:underline aria-[current=page]:decoration-2";
const PLAIN = clsx(
  LINK,
  "text-ink-muted hover:bg-hover hover:text-ink aria-[current=page]:text-ink",
);
const HOME = clsx(LINK, "bg-accent-tint text-accent-ink");

export function TopBar() {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas/90 backdrop-blur-md print:hidden">
      <div className="frame flex h-14 items-center gap-1 max-sm:px-3">
        <span className="mr-2 flex items-center gap-2 text-accent-ink max-[22.5rem]:hidden sm:mr-3">
          <Logo />
          <span className="font-semibold text-ink max-sm:hidden">Downspout</span>
        </span>
        <nav aria-label="Main" className="flex min-w-0 grow gap-0.5 sm:gap-1">
          <Link to="/" activeOptions={{ exact: true, includeSearch: false }} className={HOME}>
            Home
          </Link>
          <Link to="/dashboard" activeOptions={{ includeSearch: false }} className={PLAIN}>
            Dashboard
          </Link>
          <Link to="/calendar" activeOptions={{ includeSearch: false }} className={PLAIN}>
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
  return (
    <>
      <SearchButton />
      {local ? (
        <UserMenu user={session.user} local={local} />
      ) : (
        <ProviderUserMenu Menu={ProviderMenu} />
      )}
    </>
  );
}

/** Offers to load the menu again: without it, nobody can sign out. */
function MenuFailed({ error, onRetry }: FailedProps<object>) {
  return (
    <Button size="small" title={error.message} onClick={onRetry}>
      Load the menu
    </Button>
  );
}

/** A gutter and its downspout. Decorative: the product name stands beside it. */
function Logo({ className = "size-6" }: { readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.25"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M3 4v2.5A3.5 3.5 0 0 0 6.5 10h11A3.5 3.5 0 0 0 21 6.5V4" />
      <path d="M12 10v6.5a3.5 3.5 0 0 0 3.5 3.5H18" />
    </svg>
  );
}
