import { convexToJson, type JSONValue } from "convex/values";
import { useState } from "react";
import type { AppError } from "@/lib/appErrors";
import { connectionState } from "@/lib/connection/connectionState";
import { thisDevice } from "@/lib/device/thisDevice";
import { orThrow, withinLimit } from "@/lib/outbox/answer";
import type { OutboxChange } from "@/lib/outbox/outbox";
import { undoableOf, useOutbox } from "@/lib/outbox/useOutbox";
import { randomUuid } from "@/lib/randomUuid";
import { showToast } from "@/lib/toasts";
import { useSave } from "@/lib/useSave";
import { toCreateArgs } from "./jobArgs";
import { EMPTY_JOB_FORM } from "./jobFormFields";
import { shownOfCustomer } from "./jobForm";
import { jobSubject } from "./jobSubject";
import type { NewJobDraft } from "./newJobDraft";
import { CREATE_JOB } from "./pendingJobs";
import { usePhotoClient } from "./photos/usePhotos";

type Created =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly error: AppError;
      /** Takes the refused job out of the outbox. */
      readonly takeBack: () => Promise<unknown>;
    };

/**
 * Creates the job of a draft, and hands its photos to the job. Resolves with the server's answer, or
 * without one where the device keeps the job and there is no signal.
 */
export function useCreateJob() {
  const { put, discard } = useOutbox();
  const { save } = useSave();
  const photos = usePhotoClient();
  const [isSaving, setIsSaving] = useState(false);

  const send = async (draft: NewJobDraft): Promise<Created> => {
    const change = creationOf(draft);
    const { isKept, outcome } = await put(change);
    const release = () =>
      void photos.release(draft.id, { ...change.subject, key: draft.id });
    const created = outcome.then(orThrow);
    let isOpen = true;
    const answer = save(() => created, {
      name: draft.values.customer_name.trim() || "Job",
      saved: ({ kind }) => (kind === "saved" ? "Job created" : null),
      isKept,
      undo: undoableOf(change),
      shows: ({ field }) =>
        isOpen && field !== undefined && field in EMPTY_JOB_FORM,
    });
    const result = isKept ? await whileConnected(answer) : await answer;
    isOpen = false;
    if (result === null || result.ok) release();
    if (result === null) {
      showToast("message", `Kept on ${thisDevice()}`, {
        description: "The job is sent when the signal is back.",
      });
      return { ok: true };
    }
    return result.ok
      ? { ok: true }
      : {
          ok: false,
          error: result.error,
          takeBack: async () => {
            await discard(change.id);
            await photos.hold(draft.id);
          },
        };
  };

  return {
    isSaving,
    create: async (draft: NewJobDraft) => {
      setIsSaving(true);
      try {
        return await send(draft);
      } finally {
        setIsSaving(false);
      }
    },
  };
}

/** Null if there is no answer in time, and at once without a connection. */
async function whileConnected<T>(answer: Promise<T>): Promise<T | null> {
  return connectionState() === "offline" ? null : await withinLimit(answer);
}

export function creationOf(draft: NewJobDraft): OutboxChange {
  const { id: clientKey, values, chosen } = draft;
  const args = { ...toCreateArgs(values, {}, chosen), clientKey };
  return {
    id: randomUuid(),
    call: CREATE_JOB,
    args: convexToJson(args) as Record<string, JSONValue>,
    subject: jobSubject({
      _id: clientKey,
      job_address: values.job_address.trim(),
      customer_name: chosen?.customer_name ?? values.customer_name.trim(),
    }),
    creates: clientKey,
    ...(chosen && {
      // They may wait to be created with another job.
      needs: [chosen.customer_id],
      shows: shownOfCustomer(chosen),
    }),
    field: null,
    label: "New job",
    at: Date.now(),
  };
}
