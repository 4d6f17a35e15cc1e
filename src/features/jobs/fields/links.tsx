import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { iconButtonClass, type ButtonVariant } from "@/components/ui/buttonClass";
import { openCustomer } from "@/lib/openCustomer";

/** A button styled as a link, for an action within a sentence. */
export function LinkButton({ className, ...props }: ComponentProps<"button">) {
  return (
    <button
      type="button"
      className={clsx(
        "rounded-sm text-sm font-medium text-link underline decoration-current/40 underline-offset-4 hover:decoration-current",
        className,
      )}
      {...props}
    />
  );
}

/** The readable id of a customer, which opens the customer. */
export function CustomerLink({
  customerId,
  className,
}: {
  readonly customerId: string;
  readonly className?: string;
}) {
  return (
    <LinkButton
      aria-haspopup="dialog"
      aria-label={`Open ${customerId}`}
      title="Open the customer"
      className={clsx("shrink-0 tabular-nums touch:min-h-11", className)}
      onClick={() => openCustomer(customerId)}
    >
      {customerId}
    </LinkButton>
  );
}

interface ContactLinkProps {
  readonly href: string | null;
  readonly label: string;
  readonly variant?: ButtonVariant;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Opens the map, the phone or the mail app; renders nothing without a target. */
export function ContactLink({
  href,
  label,
  variant = "secondary",
  className,
  children,
}: ContactLinkProps) {
  if (href === null) return null;
  const opensTab = href.startsWith("https:");
  return (
    <a
      href={href}
      aria-label={label}
      title={label}
      className={clsx(iconButtonClass(variant), className)}
      {...(opensTab && { target: "_blank", rel: "noreferrer" })}
    >
      {children}
    </a>
  );
}
