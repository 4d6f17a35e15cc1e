import { clsx } from "clsx";
import { useSession } from "./session";

/** The name of the office that the page shows, for a person who has more than one. */
export function OfficeName({ className }: { readonly className?: string }) {
  const session = useSession();
  const name = session.status === "signedIn" && session.user.officeName;
  return (
    name && (
      <p
        title={name}
        className={clsx("line-clamp-2 min-w-0 text-xs wrap-anywhere text-ink-muted", className)}
      >
        {name}
      </p>
    )
  );
}
