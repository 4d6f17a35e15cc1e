import type { ReactNode } from "react";
import { iconButtonClass } from "@/components/ui/iconButtonClass";

interface ContactLinkProps {
  readonly href: string | null;
  readonly label: string;
  readonly children: ReactNode;
}

/** One tap to the map, the phone or the mail; nothing where there is no one to reach. */
export function ContactLink({ href, label, children }: ContactLinkProps) {
  if (href === null) return null;
  const opensTab = href.startsWith("https:");
  return (
    <a
      href={href}
      aria-label={label}
      title={label}
      className={iconButtonClass("secondary")}
      {...(opensTab && { target: "_blank", rel: "noreferrer" })}
    >
      {children}
    </a>
  );
}
