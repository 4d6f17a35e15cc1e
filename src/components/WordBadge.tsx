import type { ChangeWord } from "@/lib/outbox/changeWords";
import { Badge, type BadgeTone } from "./ui/Badge";

/** A photo is "Preparing" until it can be kept and sent. */
export type BadgeWord = ChangeWord | "Preparing";

const TONES: Readonly<Record<BadgeWord, BadgeTone>> = {
  Preparing: "neutral",
  Saved: "green",
  Waiting: "amber",
  Sending: "info",
  Refused: "danger",
  "Sign in": "amber",
};

interface WordBadgeProps {
  readonly word: BadgeWord;
  /** Read out before the word, where nothing else says what it is about. */
  readonly subject?: string;
}

export function WordBadge({ word, subject }: WordBadgeProps) {
  return (
    <Badge tone={TONES[word]}>
      {subject && <span className="sr-only">{subject}: </span>}
      {word}
    </Badge>
  );
}
