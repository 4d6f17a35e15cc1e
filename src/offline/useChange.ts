import { useState } from "react";
import type { OutboxChange, Outcome } from "convex-outbox";
import type { ExternalToast } from "sonner";
import { showToast } from "@/lib/toasts";
import { useSave, type SaveOptions, type SaveOutcome } from "./useSave";
import { orThrow, withinLimit } from "@/offline/outbox/response";
import { undoToast } from "@/offline/outbox/undoable";
import { watchResponse } from "@/offline/outbox/watchedChanges";
import { undoableOf, useOutbox, type OutboxControl } from "./useOutbox";

interface Options extends Pick<SaveOptions<unknown>, "name" | "failed" | "shows" | "open"> {
  /** Title of the toast after the server's response; null for none. */
  readonly saved?: string | null;
  /** A toast with Undo that is shown at once, in place of the one after the response. */
  readonly now?: ExternalToast & { readonly title: string };
  /** Hands the change to the outbox, for a change that also saves typed texts. */
  readonly put?: OutboxControl["put"];
}

interface MadeChange {
  /** See OutboxClient. */
  readonly isStored: Promise<boolean>;
  /** The server's response, or another outcome of the change. */
  readonly response: Promise<SaveOutcome<Outcome>>;
}

/** Makes the changes of a screen through the outbox, and shows one toast for the outcome of each, with Undo. */
export function useChange() {
  const { put, discard } = useOutbox();
  const { save } = useSave();
  const [submitting, setSubmitting] = useState(0);

  /** Makes a change. The screens show it when this returns. */
  const make = (
    change: OutboxChange,
    { saved = "Saved", now, put: putOther = put, ...options }: Options,
  ): MadeChange => {
    const { isStored, outcome } = putOther(change);
    const undo = undoableOf(change);
    const response = save(() => outcome.then(orThrow), {
      ...options,
      saved: ({ kind }) => (kind === "saved" && !now ? saved : null),
      counts: null,
      undo: () => undo,
    });
    if (now) {
      const { title, ...toast } = now;
      showToast("message", title, {
        description: options.name,
        ...undoToast(undo),
        ...toast,
      });
    }
    return { isStored, response };
  };

  const submitOnce = async (change: OutboxChange, options: Options) => {
    let isWatched = true;
    const endWatch = watchResponse(change.id);
    const { response } = make(change, {
      ...options,
      shows: (error) => isWatched && options.shows?.(error) === true,
    });
    const answered = await withinLimit(response);
    isWatched = false;
    endWatch();
    if (answered?.ok === false) await discard(change.id);
    return answered ?? { ok: true as const };
  };

  return {
    make,
    isSubmitting: submitting > 0,
    /**
     * Makes the change of a form. Resolves after the server's response, or after 2 s without one. A refusal that the
     * form can still show does not stay in the outbox.
     */
    submit: async (change: OutboxChange, options: Options) => {
      setSubmitting((count) => count + 1);
      try {
        return await submitOnce(change, options);
      } finally {
        setSubmitting((count) => count - 1);
      }
    },
  };
}
