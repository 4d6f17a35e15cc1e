import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useMemo } from "react";
import type { OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import { noteEstimate } from "@domain/changes/noteEstimate";
import { jobKey } from "@domain/changes/subjects";
import type { HandedEstimate } from "@domain/estimate/handed";
import { useIsOffline } from "@/lib/connection/connectionState";
import { unrefused } from "@/offline/outbox/shownRows";
import { useOutbox } from "@/offline/useOutbox";
import type { Job } from "@/job/jobForm";

export type LastEstimate = FunctionReturnType<typeof api.messages.lastEstimate>;

const NONE: LastEstimate = { choice: null, opened: null };

/** The job's last estimate, including waiting changes; without signal, only these. `undefined` while loading. */
export function useLastEstimate(job: Job): LastEstimate | undefined {
  const key = jobKey(job);
  const live = useQuery(api.messages.lastEstimate, { id: key });
  const { items } = useOutbox();
  const isOffline = useIsOffline();
  return useMemo(() => {
    const known = live ?? (isOffline ? NONE : undefined);
    const notes = unrefused(items).filter(
      ({ call, args }) => call === noteEstimate.call && args["id"] === key,
    );
    if (known === undefined || notes.length === 0) return known;
    const estimateOf = ({ args }: OutboxItem) => args as unknown as HandedEstimate;
    const opened = notes.findLast(({ args }) => args["message"] === "estimate");
    return {
      choice: notes.map(estimateOf).at(-1) ?? known.choice,
      opened: opened ? { at: opened.at, total: estimateOf(opened).total } : known.opened,
    };
  }, [live, items, key, isOffline]);
}
