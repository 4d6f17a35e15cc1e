import type { ReactNode } from "react";
import { useIsOffline } from "@/lib/connection/connectionState";
import { savedTime } from "@/lib/formatDateTime";
import { useNow } from "@/lib/useNow";
import { Button } from "@/components/ui/Button";
import { ConfirmButton } from "@/components/ui/ConfirmButton";
import { SyncBadge, type BadgeStatus } from "@/offline/outbox/SyncBadge";

interface OutboxRowProps {
  /** The name of the job or customer, as people know it. */
  readonly subject: string;
  /** Opens the job; null if the row is about none. */
  readonly onOpen: (() => void) | null;
  readonly syncStatus: BadgeStatus;
  readonly lines: readonly string[];
  readonly at: number;
  /** The reason why it was refused or is not stored; null if neither is so. */
  readonly refusal: string | null;
  /** Shown beside the text. */
  readonly picture?: ReactNode;
  /** The buttons of the row. */
  readonly children: ReactNode;
}

/** A change or a photo in the list of what is not saved. */
export function OutboxRow(props: OutboxRowProps) {
  const { subject, syncStatus, lines, at, refusal, picture, children } = props;
  return (
    <li className="flex flex-col gap-1 border-t border-line py-3 first:border-t-0 first:pt-0">
      <div className="flex gap-3">
        {picture}
        <div className="flex min-w-0 grow flex-col gap-1">
          <div className="flex items-start justify-between gap-3">
            <RowSubject subject={subject} onOpen={props.onOpen} />
            <span className="flex shrink-0">
              <SyncBadge syncStatus={syncStatus} />
            </span>
          </div>
          {lines.map((line) => (
            <p key={line} className="line-clamp-3 text-sm break-words">
              {line}
            </p>
          ))}
          <Since at={at} />
          {refusal && <p className="text-sm text-danger-ink">{refusal}</p>}
        </div>
      </div>
      {children}
    </li>
  );
}

function RowSubject({ subject, onOpen }: Pick<OutboxRowProps, "subject" | "onOpen">) {
  const className = "min-w-0 font-medium break-words";
  if (onOpen === null) return <p className={className}>{subject}</p>;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className={`${className} text-left underline decoration-line underline-offset-4 hover:decoration-current -my-2.5 py-2.5`}
    >
      {subject}
    </button>
  );
}

function Since({ at }: { readonly at: number }) {
  return <p className="text-sm text-ink-muted tabular-nums">Since {savedTime(at, useNow())}</p>;
}

/** Shown in place of Discard once the server may have the change. */
export function SentNote() {
  return (
    <p className="text-sm text-ink-muted">
      Sent, without an answer yet. Once it is saved, undo it in the job's history.
    </p>
  );
}

interface DiscardButtonProps {
  readonly name: string;
  readonly onDiscard: () => void;
}

export function DiscardButton({ name, onDiscard }: DiscardButtonProps) {
  return (
    <ConfirmButton
      size="small"
      confirmLabel={<Named action="Confirm Discard" name={name} />}
      onConfirm={onDiscard}
    >
      <Named action="Discard" name={name} />
    </ConfirmButton>
  );
}

interface RetryButtonProps {
  readonly action: string;
  readonly name: string;
  readonly syncStatus: BadgeStatus;
  /** Whether the retry needs the server. */
  readonly isSent: boolean;
  readonly onRetry: () => void;
}

/** Shown only while a retry can succeed: not without signal, and not before a new sign-in. */
export function RetryButton(props: RetryButtonProps) {
  const { action, name, syncStatus, isSent, onRetry } = props;
  const isOffline = useIsOffline();
  if (isSent && (isOffline || syncStatus === "Sign in")) return null;
  return (
    <Button size="small" onClick={onRetry}>
      <Named action={action} name={name} />
    </Button>
  );
}

interface NamedProps {
  readonly action: string;
  /** The name of the change or photo, for screen readers. */
  readonly name: string;
}

function Named({ action, name }: NamedProps) {
  return (
    <>
      {action}
      <span className="sr-only"> {name}</span>
    </>
  );
}
