import { Badge } from "@/components/ui/Badge";
import { ConfirmButton } from "@/components/ui/ConfirmButton";
import type { Teammate } from "@/session/teamApi";

interface PersonRowProps {
  readonly person: Teammate;
  readonly isUser: boolean;
  readonly isFounder: boolean;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}

export function PersonRow({
  person,
  isUser,
  isFounder,
  isBusy,
  onRemove,
}: PersonRowProps) {
  const { name, email } = person;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2.5 first:border-t-0">
      <div className="min-w-0 grow basis-40">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          {isUser && <Badge>You</Badge>}
          <Badge>{isFounder ? "Founder" : "Member"}</Badge>
        </p>
        <p className="text-sm wrap-anywhere text-ink-muted">{email}</p>
      </div>
      {!isUser && !isFounder && (
        <ConfirmButton
          size="small"
          className="border border-line"
          confirmLabel={<Named by={name}>Confirm Remove</Named>}
          busy={isBusy}
          onConfirm={onRemove}
        >
          <Named by={name}>Remove</Named>
        </ConfirmButton>
      )}
    </li>
  );
}

/** The name tells the buttons of two rows apart for a screen reader. */
function Named({
  by,
  children,
}: {
  readonly by: string;
  readonly children: string;
}) {
  return (
    <>
      {children}
      <span className="sr-only"> {by}</span>
    </>
  );
}
