import { useState } from "react";
import { Button } from "@/components/ui/Button";
import { formatDateTime } from "@/lib/formatDateTime";
import type { TeamAct } from "@/session/teamApi";

const SHOWN_FIRST = 5;

/** Lists who changed the team, and when. */
export function TeamHistory({ acts }: { readonly acts: readonly TeamAct[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? acts : acts.slice(0, SHOWN_FIRST);
  return (
    <>
      <ul className="flex flex-col gap-2 text-sm">
        {shown.map((act, at) => (
          <li key={at} className="break-words">
            {sentenceOf(act)}{" "}
            <span className="text-ink-muted tabular-nums">{formatDateTime(act.at)}</span>
          </li>
        ))}
      </ul>
      {shown.length < acts.length && (
        <Button size="small" className="mt-3" onClick={() => setIsWhole(true)}>
          Show older
        </Button>
      )}
    </>
  );
}

function sentenceOf({ kind, byName, personName }: TeamAct): string {
  switch (kind) {
    case "joined":
      return `${byName} joined.`;
    case "invited":
      return `${byName} made an invitation.`;
    case "withdrew":
      return `${byName} withdrew an invitation.`;
    case "removed":
      return `${byName} removed ${personName}.`;
    case "left":
      return `${byName} left.`;
    case "handedOver":
      return `${byName} handed the founding role to ${personName}.`;
    case "rejoined":
      return `${byName} came back.`;
  }
}
