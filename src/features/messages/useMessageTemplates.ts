import { useQuery } from "convex/react";
import { useMemo } from "react";
import { api } from "@convex/_generated/api";
import type { MessageTemplates } from "@domain/messages/messageTemplates";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { OfficeRows } from "@/offline/outbox/officeRows";
import { unrefused } from "@/offline/outbox/shownRows";
import { useOutbox } from "@/offline/useOutbox";

const NONE: MessageTemplates = {};

/**
 * The office's texts for its messages, with the changes that wait on this device; without signal, from the copy on the
 * device. Undefined while loading.
 */
export function useMessageTemplates(): MessageTemplates | undefined {
  const live = useQuery(api.messages.templates);
  const { copy, isOffline } = useDayCopies();
  const { items } = useOutbox();
  const kept = copy?.templates ?? (isOffline ? NONE : undefined);
  const known = live ?? kept;
  return useMemo(
    () => known && new OfficeRows({ templates: known }, unrefused(items)).templates,
    [known, items],
  );
}
