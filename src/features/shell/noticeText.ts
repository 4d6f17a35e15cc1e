import { counted } from "@domain/text/text";
import { thisDevice } from "@/lib/thisDevice";
import type { WaitingCounts } from "@/offline/waitingCounts";
import type { ConnectionState } from "@/lib/connection/connectionState";

export interface NoticeFacts {
  readonly connection: ConnectionState;
  readonly hasEverConnected: boolean;
  /** - `lost`: not live for a while. - `reconnected`: live again since a moment. */
  readonly phase: "lost" | "reconnected" | null;
  readonly waiting: WaitingCounts;
  /** The position of the change being sent, such as 2 of 5; null while nothing is sent. */
  readonly sending: { readonly number: number; readonly of: number } | null;
  /** Whether a change has waited for its response longer than on a good connection. */
  readonly isSlow: boolean;
  /** Changes that this device should have stored by now and has not: only this page has them. */
  readonly unstored: number;
  readonly isSignedOut: boolean;
  readonly refused: number;
  /** The number of changes made before a backup was restored. */
  readonly questions: number;
}

export interface Notice {
  readonly text: string;
  readonly kind: "offline" | "busy" | "attention" | "done";
}

/** The text of the connection notice; null while all is well. */
export function noticeOf(facts: NoticeFacts): Notice | null {
  return answerNeeded(facts) ?? connectionNotice(facts) ?? refusalNotice(facts);
}

function answerNeeded(facts: NoticeFacts): Notice | null {
  const { isSignedOut, questions, waiting } = facts;
  const changes = waiting.edits + waiting.photos;
  if (isSignedOut && changes > 0)
    return {
      kind: "attention",
      text: `Sign in again to send ${countOf(changes, "change")}`,
    };
  if (questions > 0 && facts.connection === "live")
    return {
      kind: "attention",
      text: `The office's data was restored. Send ${countOf(questions, "change")}?`,
    };
  return null;
}

function connectionNotice(facts: NoticeFacts): Notice | null {
  const { connection, phase, sending, isSlow } = facts;
  if (connection === "live") {
    if (sending !== null && (isSlow || phase === "reconnected"))
      return {
        kind: "busy",
        text: `Sending ${sending.number} of ${sending.of}`,
      };
    if (isSlow) return { kind: "busy", text: waitingText(facts) };
    return phase === "reconnected" ? { kind: "done", text: "Connected." } : null;
  }
  if (phase === null) return null;
  if (connection === "offline")
    return {
      kind: "offline",
      text: joined("Offline.", waitingText(facts)),
    };
  return {
    kind: "busy",
    text: joined(
      facts.hasEverConnected ? "Connection lost. Reconnecting..." : "Connecting...",
      waitingText(facts),
    ),
  };
}

function refusalNotice({ refused }: NoticeFacts): Notice | null {
  return refused === 0
    ? null
    : { kind: "attention", text: `${countOf(refused, "change")} refused` };
}

/** For example "3 edits and 2 photos waiting (1 not stored on this phone yet)". */
function waitingText({
  waiting: { edits, photos },
  unstored,
}: Pick<NoticeFacts, "waiting" | "unstored">): string {
  const counts = [countOf(edits, "edit"), countOf(photos, "photo")];
  const parts = counts.filter(Boolean);
  if (parts.length === 0) return "";
  const text = `${parts.join(" and ")} waiting`;
  if (unstored === 0) return text;
  const number = unstored === edits + photos ? "" : `${unstored} `;
  return `${text} (${number}not stored on ${thisDevice()} yet)`;
}

function joined(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(" ");
}

/** For example "1 change"; empty for none. */
function countOf(number: number, noun: string): string {
  return number === 0 ? "" : counted(number, noun);
}
