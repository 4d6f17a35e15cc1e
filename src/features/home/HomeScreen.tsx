import { Link, type LinkProps } from "@tanstack/react-router";
import {
  Calculator,
  CalendarDays,
  ClipboardList,
  LayoutDashboard,
  Package,
  ReceiptText,
  Settings,
  Tags,
  type LucideIcon,
} from "lucide-react";
import { NewServerNotice } from "@/components/NewServerNotice";

interface Section {
  readonly to: LinkProps["to"];
  readonly title: string;
  readonly subtitle: string;
  readonly Icon: LucideIcon;
}

const SECTIONS: readonly Section[] = [
  {
    to: "/calculator",
    title: "Calculator",
    subtitle: "Estimate and compute quickly",
    Icon: Calculator,
  },
  {
    to: "/dashboard",
    title: "Dashboard",
    subtitle: "Overview of your activity",
    Icon: LayoutDashboard,
  },
  {
    to: "/jobs",
    title: "Jobs",
    subtitle: "Track and manage jobs",
    Icon: ClipboardList,
  },
  {
    to: "/calendar",
    title: "Calendar",
    subtitle: "Schedule and view events",
    Icon: CalendarDays,
  },
  {
    to: "/inventory",
    title: "Inventory",
    subtitle: "Track materials and stock",
    Icon: Package,
  },
  {
    to: "/prices",
    title: "Prices",
    subtitle: "Set and review pricing",
    Icon: Tags,
  },
  {
    to: "/receipts",
    title: "Receipts",
    subtitle: "Store and review receipts",
    Icon: ReceiptText,
  },
  {
    to: "/settings",
    title: "Settings",
    subtitle: "Configure your preferences",
    Icon: Settings,
  },
];

export function HomeScreen() {
  return (
    <div className="mx-auto max-w-5xl sm:py-6">
      <h1 className="mb-4 text-2xl font-semibold tracking-tight sm:mb-6">
        Choose a section
      </h1>
      <NewServerNotice />
      <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
        {SECTIONS.map((section) => (
          <li key={section.title}>
            <SectionCard {...section} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function SectionCard({ to, title, subtitle, Icon }: Section) {
  return (
    <Link
      to={to}
      className="group flex h-full items-center gap-4 rounded-xl border border-line bg-surface p-4 shadow-lift transition-colors hover:border-control sm:flex-col sm:items-start sm:p-5"
    >
      <span className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-hover text-ink-muted transition-colors group-hover:bg-accent-tint group-hover:text-accent-ink">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <span className="min-w-0">
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-ink-muted">{subtitle}</span>
      </span>
    </Link>
  );
}
