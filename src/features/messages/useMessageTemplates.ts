import { useQuery } from "convex/react";
import { useMemo } from "react";
import type { OutboxItem } from "convex-outbox";
import { api } from "@convex/_generated/api";
import {
  templatesOfChange,
  type SetTemplatesArgs,
} from "@domain/changes/setTemplates";
import type { MessageTemplates } from "@domain/messageKinds";
import { Refusal } from "@domain/refusals";
import { useDayCopies } from "@/offline/days/DayCopyProvider";
import { useOutbox } from "@/offline/useOutbox";

const NONE: MessageTemplates = {};

/**
 * What the office has written for its messages, with the changes that wait on this device; without signal, from the
 * copy on the device. Undefined while it is loading.
 */
export function useMessageTemplates(): MessageTemplates | undefined {
  const live = useQuery(api.messages.templates);
  const { copy, isOffline } = useDayCopies();
  const { items } = useOutbox();
  const kept = copy?.templates ?? (isOffline ? NONE : undefined);
  const known = live ?? kept;
  return useMemo(
    () => known && withPendingTemplates(known, items),
    [known, items],
  );
}

/** The texts as they will be once the waiting changes are on the server. */
export function withPendingTemplates(
  templates: MessageTemplates,
  items: readonly OutboxItem[],
): MessageTemplates {
  return items
    .filter(
      ({ call, state }) =>
        call === "messages:setTemplates" && state.kind !== "refused",
    )
    .reduce(
      (shown, { args }) => withChange(shown, args as SetTemplatesArgs),
      templates,
    );
}

/** What the server would refuse changes nothing. */
function withChange(
  templates: MessageTemplates,
  args: SetTemplatesArgs,
): MessageTemplates {
  try {
    return { ...templates, ...templatesOfChange(args) };
  } catch (error) {
    if (error instanceof Refusal) return templates;
    throw error;
  }
}
