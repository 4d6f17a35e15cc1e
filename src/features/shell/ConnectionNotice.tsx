import { useConvexConnectionState } from "convex/react";
import { useEffect, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { ChevronRight } from "@/components/icons/firstIcons";
import { CircleAlert, WifiOff } from "@/components/icons/icons";
import { useConnection, type ConnectionState } from "@/lib/connection/connectionState";
import { noticeOf, type Notice, type NoticeFacts } from "@/features/shell/noticeText";
import { useHasFatalConnectionError } from "@/lib/connection/fatalConnectionError";
import { isSlow, isUnstored, useSyncStatusClock, syncStatusOf } from "@/offline/outbox/syncStatus";
import { useOutbox } from "@/offline/useOutbox";
import { useUnsaved } from "@/offline/waitingCounts";
import { hasEnded, useSession } from "@/session/session";
import { lazyDialog } from "@/components/lazyPart";
import { Button } from "@/components/ui/Button";
import { useNoticeSlot } from "@/components/ui/noticeSlot";
import { Spinner } from "@/components/ui/Spinner";

// Not part of the first load.
const OutboxList = lazyDialog(
  async () => (await import("@/features/outbox/OutboxList")).OutboxList,
);

/** Interruptions shorter than this are not shown. */
const SHOW_AFTER_MS = 3000;

/** How long "Connected." is shown after a reconnect. */
const RECONNECTED_MS = 3000;

/**
 * Says that the connection is lost, or that changes are not saved. It pushes down the
 * page, or the content of the open dialog, and covers nothing. A press opens the list
 * of unsaved changes. Load it lazily.
 */
export function ConnectionNotice() {
  const slot = useNoticeSlot();
  const [isOpen, setIsOpen] = useState(false);
  // Kept outside of the portal, because a move into a dialog would reset a component's state.
  const content = useNoticeContent(() => setIsOpen(true));
  return (
    <>
      {/* Screen readers announce changes of a region that was there before. A
      dialog's slot is a live region too. */}
      <div aria-live="polite" className="sticky top-14 z-20">
        {slot === null ? content : createPortal(content, slot)}
      </div>
      {isOpen && <OutboxList onClose={() => setIsOpen(false)} />}
    </>
  );
}

function useNoticeContent(onOpen: () => void): ReactNode {
  const hasFatalError = useHasFatalConnectionError();
  const { facts, hasList } = useNoticeFacts();
  const notice = noticeOf(facts);

  if (hasFatalError) {
    return (
      <Bar>
        The connection has ended. Reload the page to go on.
        <Button size="small" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </Bar>
    );
  }
  if (notice === null) return null;
  return <NoticeBar notice={notice} onOpen={hasList ? onOpen : null} />;
}

interface NoticeBarProps {
  readonly notice: Notice;
  /** Opens the list of unsaved changes; null if the list is empty. */
  readonly onOpen: (() => void) | null;
}

export function NoticeBar({ notice, onOpen }: NoticeBarProps) {
  const content = (
    <>
      <NoticeIcon kind={notice.kind} />
      <span className="min-w-0">{notice.text}</span>
    </>
  );
  if (onOpen === null) return <Bar>{content}</Bar>;
  return (
    <Bar>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="inline-flex min-h-7 min-w-0 items-center gap-2 rounded-full border border-line bg-surface px-3 text-left font-medium shadow-lift hover:bg-hover touch:min-h-11 touch:px-4"
      >
        {content}
        <ChevronRight aria-hidden="true" className="-mr-1 size-4 shrink-0 text-ink-faint" />
      </button>
    </Bar>
  );
}

/** `hasList`: whether there is anything to list. */
function useNoticeFacts(): { facts: NoticeFacts; hasList: boolean } {
  const { hasEverConnected } = useConvexConnectionState();
  const session = useSession();
  const outbox = useOutbox();
  const { items, questions } = outbox;
  const now = useSyncStatusClock(items);
  const { waiting, refused, isAny } = useUnsaved(items);
  const connection = useConnection();
  const phase = usePhase(connection);
  const batch = useBatch(waiting.edits + waiting.photos);
  const facts = { now, isSignedOut: false };
  const isSending = items.some((item) => syncStatusOf(item, facts) === "Sending");
  return {
    hasList: isAny,
    facts: {
      connection,
      hasEverConnected,
      phase,
      waiting,
      sending: isSending ? batch : null,
      isSlow: items.some((item) => isSlow(item, now)),
      unstored: items.filter((item) => isUnstored(item, now)).length,
      isSignedOut: outbox.isSignedOut || hasEnded(session),
      refused,
      questions: questions.length,
    },
  };
}

type Phase = "lost" | "reconnected" | null;

function usePhase(connection: ConnectionState): Phase {
  const [phase, setPhase] = useState<Phase>(null);
  const isLive = connection === "live";
  // Shown without delay: a dead line is noticed only after seconds.
  if (connection === "offline" && phase !== "lost") setPhase("lost");
  if (isLive && phase === "lost") setPhase("reconnected");
  if (connection === "connecting" && phase === "reconnected") setPhase(null);
  useEffect(() => {
    const timer = isLive
      ? setTimeout(() => setPhase(null), RECONNECTED_MS)
      : setTimeout(() => setPhase("lost"), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLive]);
  return phase;
}

/** Progress since the outbox was last empty, such as 2 of 5. */
function useBatch(waiting: number): { number: number; of: number } {
  const [batch, setBatch] = useState({ waiting, done: 0 });
  if (batch.waiting !== waiting) {
    const answered = Math.max(batch.waiting - waiting, 0);
    setBatch({ waiting, done: waiting === 0 ? 0 : batch.done + answered });
  }
  return { number: batch.done + 1, of: batch.done + batch.waiting };
}

function NoticeIcon({ kind }: Pick<Notice, "kind">) {
  if (kind === "done") return null;
  if (kind === "busy") return <Spinner label={null} className="size-3.5 shrink-0" />;
  const Icon = kind === "offline" ? WifiOff : CircleAlert;
  return <Icon aria-hidden="true" className="size-3.5 shrink-0" />;
}

function Bar({ children }: { readonly children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex min-h-9 animate-appear items-center justify-center gap-2 border-b border-line bg-raised px-4 py-1 text-sm"
    >
      {children}
    </div>
  );
}
