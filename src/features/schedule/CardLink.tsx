import { clsx } from "clsx";
import type { ComponentProps } from "react";

interface CardLinkProps extends ComponentProps<"a"> {
  readonly href: string;
}

/** A link above the click area of a card. */
export function CardLink({ href, className, ...props }: CardLinkProps) {
  return (
    <a
      href={href}
      {...(href.startsWith("https:") && {
        target: "_blank",
        rel: "noreferrer",
      })}
      className={clsx("relative z-10", className)}
      {...props}
    />
  );
}
