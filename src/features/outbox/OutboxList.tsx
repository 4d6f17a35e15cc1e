import { useRouter } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { isDiscardable, type OutboxItem, TOO_OLD } from "convex-outbox";
import { openCustomer } from "@/lib/openCustomer";
import { openJob } from "@/lib/openJob";
import { changeOf } from "@domain/changes/all";
import { counted } from "@domain/text/text";
import { changeLines, subjectText } from "@/offline/outbox/changeText";
import { isJobGone } from "@/offline/outbox/isJobGone";
import { useSyncStatusClock, syncStatusOf, type SyncStatus } from "@/offline/outbox/syncStatus";
import { thisDevice } from "@/lib/thisDevice";
import { customerOfSubject } from "@domain/changes/subjects";
import { useOutbox, type OutboxControl } from "@/offline/useOutbox";
import { usePhotosWaiting, usePublished, type WaitingPhoto } from "@/offline/photos/photosWaiting";
import { hasEnded, useSignIn } from "@/session/session";
import { RestoreJob } from "@/job/RestoreJob";
import { Button } from "@/components/ui/Button";
import { Dialog } from "@/components/ui/Dialog";
import { OutboxPhotos } from "./OutboxPhotos";
import { DiscardButton, OutboxRow, RetryButton, SentNote } from "./OutboxRow";
import { ReadinessLine } from "@/offline/days/ReadinessLine";

interface OutboxListProps {
  readonly onClose: () => void;
}

/** The person's changes and photos that the server has not accepted, each with actions such as Retry and Discard. */
export function OutboxList({ onClose }: OutboxListProps) {
  const outbox = useOutbox();
  const { questions } = outbox;
  const photos = usePhotosWaiting();
  const storageWarning = usePublished((now) => now.storageWarning);
  const router = useRouter({ warn: false });
  const openJobOf = (job: string) => {
    onClose();
    openJob(job, (to) => void router.navigate({ ...to, replace: true }));
  };
  const isEmpty = outbox.items.length + photos.length === 0;
  return (
    <Dialog title="Not saved yet" showsNotice={false} onClose={onClose}>
      <div className="flex flex-col gap-3">
        <SignInAgain isSignedOut={outbox.isSignedOut} />
        {questions.length > 0 && <RestoreQuestion outbox={outbox} />}
        {isEmpty ? (
          <p className="py-6 text-center text-ink-muted">All is saved.</p>
        ) : (
          <UnsavedList outbox={outbox} photos={photos} onOpen={openJobOf} />
        )}
        {photos.length > 0 && storageWarning && (
          <p className="text-sm text-ink-muted">Photos wait here. {storageWarning}</p>
        )}
        <ReadinessLine className="text-sm text-balance text-ink-muted" />
      </div>
    </Dialog>
  );
}

function SignInAgain({ isSignedOut }: { readonly isSignedOut: boolean }) {
  const { session, open } = useSignIn();
  if (!isSignedOut && !hasEnded(session)) return null;
  return (
    <Notice text={`You are signed out. What waits is kept on ${thisDevice()}.`}>
      <Button variant="primary" onClick={open}>
        Sign in
      </Button>
    </Notice>
  );
}

function RestoreQuestion({ outbox }: { readonly outbox: OutboxControl }) {
  const changes = counted(outbox.questions.length, "change");
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

function Notice({ text, children }: { readonly text: string; readonly children: ReactNode }) {
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
  readonly onOpen: (job: string) => void;
}

function UnsavedList({ outbox, photos, onOpen }: UnsavedListProps) {
  const now = useSyncStatusClock(outbox.items);
  const { isSignedOut } = outbox;
  const statuses = outbox.items.map((item) => ({
    item,
    syncStatus: syncStatusOf(item, { now, isSignedOut }),
  }));
  return (
    <ul className="flex flex-col">
      {statuses.map(({ item, syncStatus }) => (
        <OutboxRow
          key={item.id}
          subject={subjectText(item.subject)}
          onOpen={openerOf(item, onOpen)}
          syncStatus={syncStatus}
          lines={changeLines(item)}
          at={item.at}
          refusal={problemOf(item, syncStatus)}
        >
          <ChangeActions item={item} syncStatus={syncStatus} outbox={outbox} />
        </OutboxRow>
      ))}
      <OutboxPhotos photos={photos} onOpen={onOpen} />
    </ul>
  );
}

/** Says why the change was refused, or that only this page has it. */
function problemOf({ state }: OutboxItem, syncStatus: SyncStatus): string | null {
  if (state.kind === "refused") return state.message;
  if (syncStatus !== "Not stored") return null;
  return `Not stored on ${thisDevice()} yet. It is sent as soon as there is signal. Keep this page open until then.`;
}

function openerOf(item: OutboxItem, onOpen: (job: string) => void): (() => void) | null {
  const customer = customerOfSubject(item.subject.key);
  if (customer !== null) return () => openCustomer(customer);
  const job = jobOf(item);
  return job === null ? null : () => onOpen(job);
}

interface ChangeActionsProps {
  readonly item: OutboxItem;
  readonly syncStatus: SyncStatus;
  readonly outbox: OutboxControl;
}

function ChangeActions(props: ChangeActionsProps) {
  const { item, syncStatus, outbox } = props;
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
      {jobOf(item) !== null && isJobGone(item) && (
        <RestoreJob jobId={item.subject.key} name={item.subject.label} />
      )}
      <DiscardButton name={name} onDiscard={() => void discard()} />
      {!isAsked && (
        <RetryButton
          action={isOld ? "Send again" : "Retry"}
          name={name}
          syncStatus={syncStatus}
          isSent
          onRetry={() => void outbox.retry(item.id)}
        />
      )}
    </div>
  );
}

/** The job that the change is about, by id or client key. Null for changes of stock, prices and several jobs. */
function jobOf({ call, args, creates, subject }: OutboxItem): string | null {
  const job = creates ?? changeOf(call)?.reads(args as never).job;
  return job === undefined ? null : subject.key;
}
