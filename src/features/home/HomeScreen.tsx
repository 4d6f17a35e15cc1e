import { Link, useNavigate, type LinkProps } from "@tanstack/react-router";
import { clsx } from "clsx";
import { useConvexAuth } from "convex/react";
import { CalendarDays, Package } from "@/components/icons/firstIcons";
import type { Icon } from "@/components/icons/icon";
import {
  Calculator,
  ClipboardList,
  LayoutDashboard,
  ReceiptText,
  Settings,
  Tags,
} from "@/components/icons/icons";
import { lazyPart } from "@/components/lazyPart";
import { useSession } from "@/session/session";
import type { HomeLineProps } from "./HomeLine";
import { Page, PageHeader } from "@/components/Page";
import { NewServerNotice } from "@/features/account/NewServerNotice";
import { useHeldCards } from "./useHeldCards";
import { useIsDesk } from "@/lib/useMediaQuery";
import { useShortcuts } from "@/lib/useShortcuts";

interface Section {
  readonly to: LinkProps["to"];
  readonly title: HomeLineProps["section"];
  readonly subtitle: string;
  readonly Icon: Icon;
  /** Classes of the icon's tile. */
  readonly tile: string;
  /** True for a card without a live line and without room for it. */
  readonly isStatic?: true;
}

const SECTIONS: readonly Section[] = [
  {
    to: "/calculator",
    title: "Calculator",
    subtitle: "Estimate and compute quickly",
    Icon: Calculator,
    tile: "bg-info-tint text-info-ink",
    isStatic: true,
  },
  {
    to: "/dashboard",
    title: "Dashboard",
    subtitle: "Overview of your activity",
    Icon: LayoutDashboard,
    tile: "bg-violet-tint text-violet-ink",
  },
  {
    to: "/jobs",
    title: "Jobs",
    subtitle: "Track and manage jobs",
    Icon: ClipboardList,
    tile: "bg-amber-tint text-amber-ink",
  },
  {
    to: "/calendar",
    title: "Calendar",
    subtitle: "Schedule and view events",
    Icon: CalendarDays,
    tile: "bg-install-tint text-install-ink",
  },
  {
    to: "/inventory",
    title: "Inventory",
    subtitle: "Track materials and stock",
    Icon: Package,
    tile: "bg-teal-tint text-teal-ink",
  },
  {
    to: "/prices",
    title: "Prices",
    subtitle: "Set and review pricing",
    Icon: Tags,
    tile: "bg-green-tint text-green-ink",
  },
  {
    to: "/receipts",
    title: "Receipts",
    subtitle: "Store and review receipts",
    Icon: ReceiptText,
    tile: "bg-danger-tint text-danger-ink",
  },
  {
    to: "/settings",
    title: "Settings",
    subtitle: "Configure your preferences",
    Icon: Settings,
    tile: "bg-selected text-ink",
    isStatic: true,
  },
];

// Nothing stands in place of the line: a card is complete without it.
const HomeLine = lazyPart(async () => (await import("./HomeLine")).HomeLine, {
  Loading: () => null,
  Failed: () => null,
});

// Nothing stands in its place while it loads: Home is complete without the desk's lines.
const HomeDesk = lazyPart(async () => (await import("./HomeDesk")).HomeDesk, {
  Loading: () => null,
  Failed: () => null,
});

const HomeStart = lazyPart(async () => (await import("./HomeStart")).HomeStart, {
  Loading: () => null,
  Failed: () => null,
});

export function HomeScreen() {
  const navigate = useNavigate();
  useShortcuts({
    section: (key) => {
      const section = SECTIONS[Number(key) - 1];
      const to = section?.to;
      if (to) void navigate({ to });
    },
  });
  const session = useSession();
  const hasLines = useIsAccepted();
  const user = session.status === "signedIn" && hasLines && session.user;
  const isDesk = useIsDesk();
  const { isHeld, noteAbove } = useHeldCards(session.status === "loading" || user !== false);
  return (
    <Page>
      <div>
        <PageHeader title="Choose a section" />
        {session.status === "signedOut" && (
          <p className="mt-1 max-w-prose text-ink-muted">
            Downspout books the estimates and installs of a gutter and exterior contractor, with
            customers, photos, stock and prices, the same for the office and the crew.
          </p>
        )}
      </div>
      <NewServerNotice />
      {user && <HomeStart user={user} place="above" onKnown={noteAbove} />}
      <ul
        aria-label="Sections"
        className={clsx("grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4", isHeld && "invisible")}
      >
        {SECTIONS.map((section) => (
          <li key={section.title}>
            <SectionCard section={section} hasLine={hasLines && section.isStatic !== true} />
          </li>
        ))}
      </ul>
      {user && !isHeld && <HomeStart user={user} place="below" />}
      {hasLines && isDesk && !isHeld && <HomeDesk />}
    </Page>
  );
}

/** Whether somebody is signed in whom the backend does not reject. */
function useIsAccepted(): boolean {
  const session = useSession();
  const backend = useConvexAuth();
  return (
    session.status === "signedIn" &&
    session.backendPending === undefined &&
    (backend.isLoading || backend.isAuthenticated)
  );
}

interface SectionCardProps {
  readonly section: Section;
  readonly hasLine: boolean;
}

function SectionCard({ section, hasLine }: SectionCardProps) {
  const { to, title, subtitle, Icon, tile } = section;
  return (
    <Link
      to={to}
      className="group flex h-full items-center gap-4 rounded-xl border border-line bg-surface p-4 shadow-lift transition-colors hover:border-control sm:flex-col sm:items-start sm:p-5"
    >
      <span className={clsx("flex size-11 shrink-0 items-center justify-center rounded-xl", tile)}>
        <Icon aria-hidden="true" className="size-5.5" />
      </span>
      <span className="min-w-0">
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-ink-muted">{subtitle}</span>
        {/* Keeps its room while the line is loading. */}
        {hasLine && (
          <span className="mt-1.5 block min-h-5 text-sm font-medium tabular-nums">
            <HomeLine section={title} />
          </span>
        )}
      </span>
    </Link>
  );
}
