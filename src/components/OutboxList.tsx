import { useState, type ReactNode } from "react";
import { countOf } from "@/lib/connection/noticeText";
import { changeLines, subjectText } from "@/lib/outbox/changeText";
import {
  useWordClock,
  wordOf,
  type ChangeWord,
} from "@/lib/outbox/changeWords";
import { TOO_OLD } from "@/lib/outbox/creations";
import { isDiscardable } from "@/lib/outbox/restoredData";
import type { OutboxItem } from "@/lib/outbox/outboxItem";
import { useOutbox, type OutboxControl } from "@/lib/outbox/useOutbox";
import { withoutPhotos } from "@/lib/photos/photoRow";
import {
  usePhotosWaiting,
  useStorageWarning,
  type WaitingPhoto,
} from "@/lib/photos/photosWaiting";
import { useSignIn } from "@/lib/session";
import { Button } from "./ui/Button";
import { Dialog } from "./ui/Dialog";
import { OutboxPhotos } from "./OutboxPhotos";
import { DiscardButton, OutboxRow, RetryButton, SentNote } from "./OutboxRow";
import { ReadinessLine } from "./ReadinessLine";

interface OutboxListProps {
  readonly onClose: () => void;
}

/** What the person did that the server has not accepted, with what can be done about it. */
export function OutboxList({ onClose }: OutboxListProps) {
  const outbox = useOutbox();
  const { questions } = outbox;
  const photos = usePhotosWaiting();
  const storageWarning = useStorageWarning();
  const isEmpty = outbox.items.length + photos.length === 0;
  return (
    <Dialog title="Not saved yet" showsNotice={false} onClose={onClose}>
      <div className="flex flex-col gap-3">
        <SignInAgain isSignedOut={outbox.isSignedOut} />
        {questions.length > 0 && <RestoreQuestion outbox={outbox} />}
        {isEmpty ? (
          <p className="py-6 text-center text-ink-muted">All is saved.</p>
        ) : (
          <UnsavedList outbox={outbox} photos={photos} />
        )}
        {photos.length > 0 && storageWarning && (
          <p className="text-sm text-ink-muted">
            Photos wait here. {storageWarning}
          </p>
        )}
        <ReadinessLine className="text-sm text-ink-muted" />
      </div>
    </Dialog>
  );
}

function SignInAgain({ isSignedOut }: { readonly isSignedOut: boolean }) {
  const { session, open } = useSignIn();
  const hasEnded = session.status === "signedIn" && session.hasEnded === true;
  if (!isSignedOut && !hasEnded) return null;
  return (
    <Notice text="You are signed out. What waits is kept on this phone.">
      <Button variant="primary" onClick={open}>
        Sign in
      </Button>
    </Notice>
  );
}

function RestoreQuestion({ outbox }: { readonly outbox: OutboxControl }) {
  const changes = countOf(outbox.questions.length, "change");
  return (
    <Notice
      text={`The office's data was restored from a backup. Send ${outbox.questions.length === 1 ? "this" : "these"} ${changes}?`}
    >
      <Button variant="primary" onClick={() => void outbox.sendAfterRestore()}>
        Send
      </Button>
    </Notice>
  );
}

function Notice({
  text,
  children,
}: {
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-3 rounded-xl bg-amber-tint p-3 text-sm text-amber-ink">
      <p className="min-w-0 grow basis-48">{text}</p>
      {children}
    </div>
  );
}

interface UnsavedListProps {
  readonly outbox: OutboxControl;
  readonly photos: readonly WaitingPhoto[];
}

function UnsavedList({ outbox, photos }: UnsavedListProps) {
  const now = useWordClock(outbox.items);
  const { isSignedOut } = outbox;
  const changes = withoutPhotos(
    outbox.items,
    photos.map(({ fileId }) => fileId),
  );
  const words = changes.map((item) => ({
    item,
    word: wordOf(item, { now, isSignedOut }),
  }));
  return (
    <ul className="flex flex-col">
      {words.map(({ item, word }) => (
        <OutboxRow
          key={item.id}
          subject={subjectText(item.subject)}
          word={word}
          lines={changeLines(item)}
          at={item.at}
          refusal={item.state.kind === "refused" ? item.state.message : null}
        >
          <ChangeActions item={item} word={word} outbox={outbox} />
        </OutboxRow>
      ))}
      <OutboxPhotos photos={photos} />
    </ul>
  );
}

interface ChangeActionsProps {
  readonly item: OutboxItem;
  readonly word: ChangeWord;
  readonly outbox: OutboxControl;
}

function ChangeActions({ item, word, outbox }: ChangeActionsProps) {
  const [isTooLate, setIsTooLate] = useState(false);
  const name = `${item.label} of ${item.subject.label}`;
  const discard = async () => setIsTooLate(!(await outbox.discard(item.id)));
  const isAsked = outbox.questions.includes(item);
  const isOld = item.state.kind === "refused" && item.state.code === TOO_OLD;

  if (!isDiscardable(item, isAsked ? outbox.epoch() : "") || isTooLate) {
    return <SentNote />;
  }
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <DiscardButton name={name} onDiscard={() => void discard()} />
      {!isAsked && (
        <RetryButton
          action={isOld ? "Send again" : "Retry"}
          name={name}
          word={word}
          isSent
          onRetry={() => void outbox.retry(item.id)}
        />
      )}
    </div>
  );
}
