import { convexToJson, type JSONValue, type Value } from "convex/values";
import { useState } from "react";
import type { AppError } from "../appErrors";
import { randomUuid } from "../randomUuid";
import { useSave, type SaveOptions } from "../useSave";
import { orThrow, withinLimit } from "./answer";
import type { OutboxChange } from "./outbox";
import { undoableOf, useOutbox } from "./useOutbox";

interface Change extends Omit<OutboxChange, "id" | "at" | "args"> {
  readonly args: Readonly<Record<string, Value | undefined>>;
}

interface Options extends Pick<
  SaveOptions<unknown>,
  "name" | "failed" | "shows"
> {
  /** Title of the toast after the server's answer; null for none. */
  readonly saved?: string | null;
  /** Called once the device has the change. */
  readonly onKept?: () => void;
}

type Sent =
  | { readonly ok: true }
  | { readonly ok: false; readonly error: AppError };

/**
 * Sends the change of a form through the outbox. Resolves after the server's
 * answer or, where the device keeps the change, after 2 s without one. What the
 * form can still show as refused does not stay in the outbox.
 */
export function useOutboxSave() {
  const { put, discard } = useOutbox();
  const { save } = useSave();
  const [sending, setSending] = useState(0);

  const send = async (
    change: Change,
    { onKept, saved = "Saved", ...options }: Options,
  ): Promise<Sent> => {
    const id = randomUuid();
    const args = convexToJson(change.args) as Record<string, JSONValue>;
    const sent = { ...change, id, args, at: Date.now() };
    const { isKept, outcome } = await put(sent);
    if (isKept) onKept?.();
    let isWatched = true;
    const answer = save(() => outcome.then(orThrow), {
      ...options,
      saved: ({ kind }) => (kind === "saved" ? saved : null),
      shows: (error) => isWatched && options.shows?.(error) === true,
      isKept,
      undo: undoableOf(sent),
    });
    if (!isKept) return await answer;
    const answered = await withinLimit(answer);
    isWatched = false;
    if (answered?.ok === false) await discard(id);
    return answered ?? { ok: true };
  };

  return {
    isSaving: sending > 0,
    send: async (change: Change, options: Options): Promise<Sent> => {
      setSending((count) => count + 1);
      try {
        return await send(change, options);
      } finally {
        setSending((count) => count - 1);
      }
    },
  };
}
