import { expect, test } from "vitest";
import { noticeOf, type NoticeFacts } from "@/features/shell/noticeText";

const WELL: NoticeFacts = {
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
const text = (facts: Partial<NoticeFacts>) => noticeOf({ ...WELL, ...facts })?.text ?? null;

const OFFLINE = { connection: "offline", phase: "lost" } as const;
const SENDING = { sending: { number: 2, of: 5 } };

test.each([
  ["nothing while all is well", {}, null],
  ["nothing about a change that is sent at once", SENDING, null],
  [
    "what waits without signal",
    { ...OFFLINE, waiting: { edits: 3, photos: 2 } },
    "Offline. 3 edits and 2 photos waiting",
  ],
  ["what is sent after a reconnect", { ...SENDING, phase: "reconnected" }, "Sending 2 of 5"],
  [
    "a change that is unanswered for long, whatever the connection seems to be",
    { isSlow: true, waiting: { edits: 1, photos: 0 } },
    "1 edit waiting",
  ],
  [
    "that the session has ended while changes wait",
    { ...OFFLINE, isSignedOut: true, waiting: { edits: 3, photos: 0 } },
    "Sign in again to send 3 changes",
  ],
  [
    "the question after a restored backup",
    { questions: 1 },
    "The office's data was restored. Send 1 change?",
  ],
  [
    "the question after a restored backup only while it can be answered",
    { ...OFFLINE, questions: 1, waiting: { edits: 1, photos: 0 } },
    "Offline. 1 edit waiting",
  ],
  ["what was refused", { refused: 2 }, "2 changes refused"],
] as const)("says %s", (_, facts, expected) => {
  expect(text(facts)).toBe(expected);
});
