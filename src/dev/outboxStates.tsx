/** The states of the connection notice and of the waiting list. */
import { DiscardButton, OutboxRow, RetryButton, SentNote } from "@/features/outbox/OutboxRow";
import { SyncBadge, type BadgeStatus } from "@/offline/outbox/SyncBadge";
import { NoticeBar } from "@/features/shell/ConnectionNotice";
import { noticeOf, type NoticeFacts } from "@/features/shell/noticeText";
import { Row } from "./Row";
import type { Section } from "./section";

const nothing = () => undefined;

const CALM: NoticeFacts = {
  connection: "live",
  hasEverConnected: true,
  phase: null,
  waiting: { edits: 0, photos: 0 },
  sending: null,
  isSlow: false,
  unstored: 0,
  isSignedOut: false,
  refused: 0,
  questions: 0,
};

const NOTICES: readonly (readonly [string, Partial<NoticeFacts>])[] = [
  ["offline", { connection: "offline", phase: "lost" }],
  [
    "offline with changes and photos",
    {
      connection: "offline",
      phase: "lost",
      waiting: { edits: 3, photos: 12 },
    },
  ],
  ["connecting", { connection: "connecting", hasEverConnected: false, phase: "lost" }],
  ["connection lost", { connection: "connecting", phase: "lost" }],
  ["connected again", { phase: "reconnected" }],
  ["sending", { sending: { number: 2, of: 5 }, isSlow: true }],
  ["slow", { isSlow: true, waiting: { edits: 1, photos: 0 } }],
  ["not stored", { isSlow: true, unstored: 1, waiting: { edits: 2, photos: 0 } }],
  ["refused", { refused: 1 }],
  ["signed out", { isSignedOut: true, waiting: { edits: 2, photos: 0 } }],
  ["a restored backup", { questions: 2 }],
];

const NOTICE_STATES: Section = {
  title: "Connection notice",
  isWide: true,
  states: NOTICES.map(([title, facts]) => [
    title,
    () => {
      const notice = noticeOf({ ...CALM, ...facts });
      const { waiting = CALM.waiting, refused = 0 } = facts;
      const isAny = waiting.edits + waiting.photos + refused > 0;
      return notice && <NoticeBar notice={notice} onOpen={isAny ? nothing : null} />;
    },
  ]),
};

const SYNC_STATUSES: readonly BadgeStatus[] = [
  "Preparing",
  "Saved",
  "Waiting",
  "Not stored",
  "Sending",
  "Refused",
  "Sign in",
];

const OUTBOX: Section = {
  title: "Row of the waiting list",
  states: SYNC_STATUSES.map((syncStatus) => [
    syncStatus,
    () => (
      <ul>
        <OutboxRow
          subject="12 Elm Street"
          onOpen={nothing}
          syncStatus={syncStatus}
          lines={["Notes: Gate 4417. The dog is friendly."]}
          at={Date.now()}
          refusal={syncStatus === "Refused" ? "That job is no longer there." : null}
        >
          {syncStatus === "Sending" ? (
            <SentNote />
          ) : (
            <div className="flex gap-2">
              <RetryButton
                action="Retry"
                name="Notes"
                syncStatus={syncStatus}
                isSent={false}
                onRetry={nothing}
              />
              <DiscardButton name="Notes" onDiscard={nothing} />
            </div>
          )}
        </OutboxRow>
      </ul>
    ),
  ]),
};

const BADGES: Section = {
  title: "Sync badge",
  states: [
    [
      "each sync status",
      () => (
        <Row>
          {SYNC_STATUSES.map((syncStatus) => (
            <SyncBadge key={syncStatus} syncStatus={syncStatus} />
          ))}
        </Row>
      ),
    ],
  ],
};

export const NOTICE_AND_OUTBOX_STATES: readonly Section[] = [BADGES, NOTICE_STATES, OUTBOX];
